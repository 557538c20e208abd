"""TEI for the tests of the web edition: the sample, a long one, a hostile one, and what a reader may expect of them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from lxml import etree

from zhushu.publish import Options, Texts, web

Open = Callable[..., Any]  # the fixture open_page
TEI = "{http://www.tei-c.org/ns/1.0}"
ID = "{http://www.w3.org/XML/1998/namespace}id"
SAMPLE = Path(__file__).with_name("sample.xml")
# han characters of several blocks; 𤣥 and 𫝊 lie beyond the BMP
HAN = "主人賓拜興降升階東西南北面坐奠爵受洗盥揖讓席薦脯醢射侯乏鄉酒禮也者之曰以為於其不敢㫖䟽𤣥𫝊靣"


def text(element: etree._Element) -> str:
    """What a reader sees of a passage: as xslt/common/text.xsl says, told once more."""
    parts: list[str] = []

    def walk(node: etree._Element) -> None:
        name = node.tag
        if name == f"{TEI}g" and not len(node) and not node.text:
            glyph = element.getroottree().find(f".//{TEI}glyph[@{ID}='{node.get('ref', '')[1:]}']")
            ids = None if glyph is None else glyph.find(f"{TEI}mapping[@type='IDS']")
            parts.append("〓" if ids is None else ids.text or "")
        elif name == f"{TEI}gap":
            parts.append("□" * int(node.get("quantity", "1")))
        elif name == f"{TEI}space" and next(node.iterancestors(f"{TEI}head", f"{TEI}cell"), None) is not None:
            parts.append("　")
        parts.append(node.text or "")
        for child in node:
            if isinstance(child.tag, str):  # not what stood there in the raw page
                walk(child)
            parts.append(child.tail or "")

    walk(element)
    return re.sub("[\n\r\t]", "", "".join(parts))


def passages(root: etree._Element) -> Iterator[etree._Element]:
    """The elements that carry text, in reading order."""
    names = {f"{TEI}{name}" for name in ("head", "seg", "note", "cell", "trailer")}
    for element in root.find(f".//{TEI}body").iter():
        if element.tag in names:
            yield element


def streams(root: etree._Element) -> list[str]:
    """The texts a search looks through: base text of a layer runs on in its section up to a gap, a note over @prev."""
    running: dict[object, str] = {}
    for k, element in enumerate(passages(root)):
        key: object = f"#{element.get(ID)}" if element.get(ID) else k
        if element.tag == f"{TEI}seg":
            unit = element.getparent()
            gap = next(unit.itersiblings(f"{TEI}gap", preceding=True), None)
            key = (unit.getparent() if gap is None else gap, element.get("type"))
        running[element.get("prev") or key] = running.get(element.get("prev") or key, "") + text(element)
    return list(running.values())


def occurrences(root: etree._Element, query: str) -> int:
    """How often a string stands in the edition, counted without any of our tables."""
    return sum(stream.count(query) for stream in streams(root))


def long_edition(units: int, seed: int = 1) -> bytes:
    """A part with so many units of random length: base text and two notes, with what breaks lines in them."""
    rng = random.Random(seed)

    def words(most: int) -> str:
        return "".join(rng.choice(HAN) for _ in range(rng.randint(1, most)))

    extras = ["", "", "，", "ABC", "○", "é", "の", "<g ref='#puaE14B'/>", "<g ref='#u8CD4'>賔</g>"]
    made = []
    for k in range(1, units + 1):
        notes = "".join(
            f"<note type='{layer}' subtype='{slot}1' resp='#{voice}' xml:id='p9.{k}.{slot}1' cert='high'>"
            f"<label>{label}</label>{words(most)}{rng.choice(extras)}{words(most)}</note>"
            for layer, slot, voice, label, most in (
                ("注", "zhu", "zhengxuan", "註曰", 30),
                ("疏", "shu", "jiagongyan", "疏曰", 120),
            )
            if rng.random() < 0.8
        )
        made.append(
            f"<ab type='unit' n='9_{k}' xml:id='p9.{k}'><seg type='經' subtype='jing' n='9_{k}' xml:id='p9.{k}.jing' "
            f"cert='high'>{words(25)}{rng.choice(extras)}</seg>{notes}</ab>"
        )
    part = f"<div type='textpart' subtype='juan' n='9' xml:id='juan9'>{''.join(made)}</div>"
    return re.sub(
        r"(<div type=\"edition\"[^>]*>).*</div></body>",
        lambda match: f"{match[1]}{part}</div></body>",
        SAMPLE.read_text("utf-8"),
        flags=re.DOTALL,
    ).encode()


def hostile_edition() -> bytes:
    """The sample with markup, quotes and strange names wherever text or an attribute may stand."""
    run = "`);window.hacked=1//\\`${window.hacked=1}]]&gt;--&gt;\u2028\u202e𤣥\ue913"
    bad = (
        "&lt;script&gt;window.hacked=1&lt;/script&gt;&quot; onload=&quot;window.hacked=1&quot; x='&apos;&amp;amp;" + run
    )
    source = SAMPLE.read_text("utf-8")
    for old, new in (
        ('<title type="main" xml:lang="lzh-Hant">示例注疏', f'<title type="main" xml:lang="lzh-Hant">{bad}'),
        ("<publisher>注疏社", f"<publisher>{bad}"),
        ('<persName xml:lang="zh-Hant">鄭玄', f'<persName xml:lang="zh-Hant">{bad}'),
        ("<collection>示例本", f"<collection>{bad}"),
        ("<title>射禮第一", f"<title>{bad}"),
        ("主人州長也", f"主人{bad}<!--{run.replace('--', '')}--><?raw {run}?>州長也"),
        ("鄉射之禮", f"{bad}鄉射之禮"),
        ("示例注疏卷一</head>", f"{bad}示例注疏卷一</head>"),
        ('n="001-1a"', f'n="{bad}"'),
        ('n="1_2"', f'n="{bad}"'),
        ('<mapping type="standard">賓', f'<mapping type="standard">{bad}'),
        ('type="諸家"', f'type="{bad}"'),
        ('n="2" xml:id="juan2"', f'n="{bad}" xml:id="juan2"'),
        ('subtype="記"', f'subtype="{bad}"'),
        ("卷二終", bad),
        ("<cell>三升", f"<cell>{bad}"),
        ("<msName>示例", f"<msName>{bad}"),
        ('<witness xml:id="raw">the raw pages', f'<witness xml:id="raw">{bad}'),
        (">CC BY 4.0", f">{bad}"),
        ('target="https://creativecommons.org/licenses/by/4.0/"', 'target="javascript:window.hacked=1"'),
        ("p1.txt", bad),
        ('<resp xml:lang="en">encoding', f'<resp xml:lang="en">{bad}'),
        ("fl. 650", bad),
        ('<idno type="VIAF">54945122', f'<idno type="VIAF">https://viaf.org/{bad}'),
        ('type="Wikidata"', f'type="{bad}"'),
        ("<label>zhushu 注疏", f"<label>{bad}"),
        (">made by hand<", f">{bad}<"),
        ("原頁「防」", bad),
    ):
        assert old in source, old
        source = source.replace(old, new)
    return source.encode()


def build(source: bytes, folder: Path, hant: bytes | None = None, **options: Any) -> Path:
    """TEI → the site in folder/web, as a build writes it."""
    (folder / "tei").mkdir(parents=True)
    record = folder / "tei" / "shili.xml"
    record.write_bytes(source)
    reading = None
    if hant is not None:
        reading = record.with_suffix(".hant.xml")
        reading.write_bytes(hant)
    site = folder / "web"
    site.mkdir()
    assert web.publish(Texts(record, reading), site, Options(id="shili", print={}, **options)) == ()
    return site
