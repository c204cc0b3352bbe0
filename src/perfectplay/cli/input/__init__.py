"""Arguments and options as they are typed: the records of those that several verbs share."""
