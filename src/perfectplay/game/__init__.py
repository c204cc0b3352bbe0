"""`Game`, the class that authors write, with checked rules, texts, boards, keys and operators."""
