"""The collate room: page texts → page texts whose damaged, private and missing characters are known."""
