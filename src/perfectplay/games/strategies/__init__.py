"""Strategies of the library, one file each: functions like those of any user."""
