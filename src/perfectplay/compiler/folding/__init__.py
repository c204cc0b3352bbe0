"""What is known before the rules run: constant expressions, and the forms of moves."""
