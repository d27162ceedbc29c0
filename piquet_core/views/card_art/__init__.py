"""The pack as drawn here: pips, signs, courts and the back, composed to faces; no font, no picture file."""
