"""ODD → RELAX NG and Schematron: a small compiler for the subset of the TEI's schema language that zhushu.odd uses.

`grammar` reads RELAX NG, `compiler` applies an ODD to TEI All, `simplify` removes what can no longer occur,
`schematron` takes out the constraints, `inclusion` proves that one grammar allows nothing that another forbids.
"""
