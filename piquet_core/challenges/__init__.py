"""Challenges: the same deals against the same opponent, played by several people and compared, without a server."""

from piquet_core.challenges.challenge import (
    Challenge,
    ChallengeError,
    Entry,
    add_entry,
    challenge_of,
    lay_challenge,
    merge_challenges,
    open_entry,
)
from piquet_core.challenges.comparison import Comparison, compare_entries
from piquet_core.challenges.link import read_challenge, write_challenge

__all__ = [
    "Challenge",
    "ChallengeError",
    "Comparison",
    "Entry",
    "add_entry",
    "challenge_of",
    "compare_entries",
    "lay_challenge",
    "merge_challenges",
    "open_entry",
    "read_challenge",
    "write_challenge",
]
