"""What is said where Numba is missing; without importing it."""

MISSING = "Numba is not installed"
REMEDY = "pip install numba"
