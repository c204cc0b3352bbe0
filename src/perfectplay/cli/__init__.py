"""Layer 5: the command line. Standard output carries the answer, standard error the rest."""
