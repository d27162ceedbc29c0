"""English text about a deal: narration in several styles, move choices with reasons, score reports."""
