"""The fingerprint of rules: what two games must share to have one solution."""
