"""Environments for programs that learn: every decision and every observation of a deal as numbers.

`NumberedState` and `observation` need the library alone. `piquet_v0` is an environment of
PettingZoo, and needs the extra ``pettingzoo``.
"""
