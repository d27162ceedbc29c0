"""Experiments on rules: games of two players in bulk, the same cards under several rule sets.

Reading and writing of tables needs the extra ``lab``.
"""
