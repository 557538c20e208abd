"""XSLT 3.0 by saxonche: one processor per process, made on first use, each stylesheet compiled once.

Saxon's processor must not cross a fork and two first processors must not start in two threads, so work
is spread over processes that are spawned, and each makes its own.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from saxonche import PySaxonProcessor, PyXsltExecutable


class StylesheetError(Exception):
    """A stylesheet does not compile, or stopped: the message is Saxon's."""


@lru_cache(maxsize=1)
def processor() -> PySaxonProcessor:
    from saxonche import PySaxonProcessor

    return PySaxonProcessor(license=False)


@lru_cache(maxsize=64)
def _compiled(stylesheet: Path) -> PyXsltExecutable:
    compiler = processor().new_xslt30_processor()
    return compiler.compile_stylesheet(stylesheet_file=str(stylesheet))


def transform(stylesheet: Path, source: Path, out: Path, **parameters: str) -> None:
    """XML file `source` → file `out` by `stylesheet`; `xsl:result-document` resolves against `out`.

    Parameters are strings, named as in the stylesheet. Raises StylesheetError.
    """
    from saxonche import PySaxonApiError

    saxon = processor()
    try:
        executable = _compiled(stylesheet)
        executable.clear_parameters()
        for name, value in parameters.items():
            executable.set_parameter(name, saxon.make_string_value(value))
        executable.set_base_output_uri(out.absolute().as_uri())
        document = saxon.parse_xml(xml_file_name=str(source))
        executable.set_global_context_item(xdm_item=document)  # global variables see the file too
        executable.transform_to_file(xdm_node=document, output_file=str(out))
    except PySaxonApiError as error:
        raise StylesheetError(str(error)) from error
