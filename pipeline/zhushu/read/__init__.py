"""An edition's folder → what the edition is, its pages as found, and what its editor has decided.

A new input format is one module with the names of `reader.Reader`, listed in `pages.READERS`.
"""
