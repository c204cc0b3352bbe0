"""Forward search: alpha-beta with null windows over the compiled rules, and its plain twin."""
