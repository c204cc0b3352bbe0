"""Estimates of what a solve will take, from samples before it begins."""
