"""The order of the work: the stages, what is up to date, and the processes that do it."""
