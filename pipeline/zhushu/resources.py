"""A name → the path of a schema, stylesheet, profile or table, from a checkout and from an installed wheel alike."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent.parent


def _shared_folder(name: str) -> Path:
    """schema/ and xslt/ stand at the top of a checkout and in data/ inside a wheel."""
    installed = _PACKAGE / "data" / name
    return installed if installed.is_dir() else _CHECKOUT / name


def schema(name: str) -> Path:
    """File name in schema/ → its path."""
    return _shared_folder("schema") / name


def stylesheet(name: str) -> Path:
    """"web/edition.xsl" → its path in xslt/."""
    return _shared_folder("xslt") / name


def package(name: str) -> Path:
    """"profiles/yili-shuzhu.toml" → its path inside the package."""
    return _PACKAGE / name
