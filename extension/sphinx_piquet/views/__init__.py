"""The places where readers see and manage what their browser keeps."""
