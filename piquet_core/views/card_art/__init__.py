"""The card drawings: pips, corner signs, courts and back. They need no font and no image file."""
