"""Tests of the page in a browser: a package, so that the browser ends with the last of them.

While it lives an event loop runs in the main thread, and other tests want one of their own.
"""
