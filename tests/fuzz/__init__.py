"""The fuzzer: random rules, solved in every way, against a solver that can be checked by reading.

`python -m tests.fuzz --seed 1 --cases 400` runs it; docs/fuzzing.md says how it is built.
"""
