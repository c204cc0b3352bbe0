"""Special."""
SPECIALS = ()
def run_special(name):
    return []
