"""Challenges: the same deals against the same opponent, played by several people and compared, without a server."""

from piquet_core.challenges.challenge import (
    Challenge,
    ChallengeEntry,
    ChallengeError,
    add_entry,
    challenge_of,
    lay_challenge,
    merge_challenges,
    open_entry,
)
from piquet_core.challenges.comparison import ChallengeComparison, compare_entries
from piquet_core.challenges.link import read_challenge, write_challenge

__all__ = [
    "Challenge",
    "ChallengeComparison",
    "ChallengeEntry",
    "ChallengeError",
    "add_entry",
    "challenge_of",
    "compare_entries",
    "lay_challenge",
    "merge_challenges",
    "open_entry",
    "read_challenge",
    "write_challenge",
]
