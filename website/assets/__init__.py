"""Bundles, content security policy and service worker of the built pages."""
