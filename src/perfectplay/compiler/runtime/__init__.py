"""What compiled rules call: functions and types of Numba for Python that Numba lacks."""
