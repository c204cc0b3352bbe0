"""What perfectplay is measured by: ``python -m benchmarks`` prints one table of ratios."""
