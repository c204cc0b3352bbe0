"""Games of OpenSpiel, as they are; OpenSpiel is an extra, imported when one is made."""
