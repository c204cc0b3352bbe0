"""The verifier in plain Python: keys, rules and values, as the manifest describes them."""
