"""The collate room: page texts → page texts whose damaged, private and missing characters are known.

Without a witness that is what the editor has decided. A witness is aligned with every page, and says what each
private-use character is, what was lost, where printed leaves and columns begin, whether the layers are right, and
how the text was written in traditional script. The base text alone confirms or mends where notes begin and end.
`edition.collate_edition` is the door.
"""
