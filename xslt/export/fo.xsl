<?xml version="1.0" encoding="UTF-8"?>
<!-- TEI → XSL-FO 1.1: a horizontal book with contents, running heads, corrections at the foot of the page, bookmarks.
     For Antenna House, XEP and FOP. FOP 2.8 draws characters beyond the BMP but does not give their text back. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:han="urn:zhushu:han-numbers" xmlns:ids="urn:zhushu:ids" xmlns:names="urn:zhushu:names"
    xmlns:f="urn:zhushu:fo" xmlns:fo="http://www.w3.org/1999/XSL/Format" version="3.0" expand-text="yes"
    exclude-result-prefixes="xsl xs han ids names f" xpath-default-namespace="http://www.tei-c.org/ns/1.0">

  <xsl:import href="../common/names.xsl"/>

  <xsl:param name="page-width" as="xs:string" select="'148mm'"/>
  <xsl:param name="page-height" as="xs:string" select="'210mm'"/>
  <xsl:param name="faces" as="xs:string" select="'Noto Serif CJK TC, Noto Serif TC, Noto Serif SC, Zhushu Rare, serif'"/>

  <xsl:output method="xml" encoding="UTF-8" indent="no"/>

  <xsl:variable name="header" select="/TEI/teiHeader"/>
  <xsl:variable name="publication" select="$header/fileDesc/publicationStmt"/>
  <xsl:variable name="title" as="xs:string" select="names:title(/)"/>
  <xsl:variable name="author" as="xs:string" select="normalize-space($header//titleStmt/author[1])"/>
  <xsl:variable name="juan" as="element(div)*" select="names:all-juan(/)"/>

  <xsl:key name="app-end" match="app" use="substring-after(@to, '#')"/>
  <xsl:key name="glyph" match="glyph" use="@xml:id"/>

  <xsl:template match="/">
    <!-- a line of A5 holds 27 characters of the base text or 36 of a note and needs no stretching, which FOP cannot do -->
    <fo:root font-family="{$faces}" font-size="10.5pt" line-height="18pt" xml:lang="{(/TEI/text/@xml:lang, 'lzh')[1]}">
      <fo:layout-master-set>
        <fo:simple-page-master master-name="page" page-width="{$page-width}" page-height="{$page-height}"
            margin="12mm 47.7pt">
          <fo:region-body margin="10mm 0mm 12mm"/>
          <fo:region-before extent="8mm"/>
          <fo:region-after extent="8mm"/>
        </fo:simple-page-master>
      </fo:layout-master-set>
      <fo:bookmark-tree>
        <xsl:apply-templates select="$juan" mode="bookmark"/>
      </fo:bookmark-tree>
      <fo:page-sequence master-reference="page">
        <fo:flow flow-name="xsl-region-body">
          <fo:block text-align="center" font-size="26pt" line-height="1.5" space-before="45mm" space-before.conditionality="retain">{$title}</fo:block>
          <xsl:if test="$author ne ''">
            <fo:block text-align="center" space-before="12mm">{$author}　撰</fo:block>
          </xsl:if>
          <xsl:for-each select="$publication/publisher[normalize-space()][not(. = 'unpublished')][1]">
            <fo:block text-align="center" space-before="4mm">{normalize-space()}</fo:block>
          </xsl:for-each>
          <fo:block break-before="page" font-size="15pt" space-after="6mm">目録</fo:block>
          <xsl:for-each select="$juan">
            <fo:block text-align-last="justify">
              <fo:basic-link internal-destination="{@xml:id}">{f:juan-name(.)}</fo:basic-link>
              <fo:leader leader-pattern="dots"/>
              <fo:page-number-citation ref-id="{@xml:id}"/>
            </fo:block>
          </xsl:for-each>
        </fo:flow>
      </fo:page-sequence>
      <xsl:apply-templates select="$juan"/>
      <xsl:call-template name="end"/>
    </fo:root>
  </xsl:template>

  <!-- the characters that no font has, and the colophon -->
  <xsl:template name="end">
    <fo:page-sequence master-reference="page">
      <fo:flow flow-name="xsl-region-body">
        <xsl:where-populated>
          <fo:block space-after="12mm">
            <xsl:for-each-group select="$juan//g[not(node())]" group-by="string(@ref)">
              <xsl:if test="position() = 1">
                <fo:block font-size="15pt" space-after="6mm">未識字</fo:block>
              </xsl:if>
              <fo:block font-size="9pt">{string-join(names:glyph(.), '　')}　凡{han:number(count(current-group()))}見　{
                string-join(distinct-values(current-group()/(names:juan(ancestor::div[@subtype = 'juan']) || names:number(ancestor::ab))), '、')}</fo:block>
            </xsl:for-each-group>
          </fo:block>
        </xsl:where-populated>
        <fo:block font-size="15pt" space-after="6mm">版權</fo:block>
        <xsl:for-each select="
            f:said($header//sourceDesc/(bibl[not(@type = ('digital', 'print', 'rights', 'work'))] | p)) ! ('底本：' || .),
            string-join(($header//editionStmt/edition/@n, $publication/date/@when)[. ne ''], '，')[. ne ''] ! ('版次：' || .),
            $publication/availability/licence ! normalize-space(), f:said($publication/availability/p),
            '引用：' || names:citation($header, $header//titleStmt/author ! normalize-space(), $title)">
          <fo:block font-size="9pt" space-after="1mm">{.}</fo:block>
        </xsl:for-each>
      </fo:flow>
    </fo:page-sequence>
  </xsl:template>

  <!-- what is said in Chinese is not said in English too -->
  <xsl:function name="f:said" as="xs:string*">
    <xsl:param name="prose" as="element()*"/>
    <xsl:variable name="chinese" select="$prose[matches(@xml:lang, '^l?zh')]"/>
    <xsl:sequence select="(if ($chinese) then $chinese else $prose) ! normalize-space()[. ne '']"/>
  </xsl:function>

  <xsl:template match="div" mode="bookmark">
    <xsl:variable name="name" select="if (@subtype = 'juan') then f:juan-name(.) else f:part-name(.)"/>
    <xsl:choose>
      <xsl:when test="$name ne ''">
        <fo:bookmark internal-destination="{f:id(.)}">
          <fo:bookmark-title>{$name}</fo:bookmark-title>
          <xsl:apply-templates select="div[@type = 'textpart']" mode="bookmark"/>
        </fo:bookmark>
      </xsl:when>
      <xsl:otherwise>
        <xsl:apply-templates select="div[@type = 'textpart']" mode="bookmark"/>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template match="div[@subtype = 'juan']">
    <fo:page-sequence master-reference="page">
      <fo:static-content flow-name="xsl-region-before">
        <fo:block text-align="center" font-size="9pt">{names:running-title(/)}　{names:juan(.)}</fo:block>
      </fo:static-content>
      <fo:static-content flow-name="xsl-region-after">
        <fo:block text-align="center" font-size="9pt">
          <fo:page-number/>
        </fo:block>
      </fo:static-content>
      <fo:static-content flow-name="xsl-footnote-separator">
        <fo:block>
          <fo:leader leader-pattern="rule" leader-length="30%" rule-thickness="0.3pt"/>
        </fo:block>
      </fo:static-content>
      <fo:flow flow-name="xsl-region-body">
        <fo:block id="{@xml:id}" font-size="15pt" space-after="6mm">{f:juan-name(.)}</fo:block>
        <xsl:apply-templates select="preceding-sibling::gap[not(current()/preceding-sibling::div)]"/>
        <xsl:apply-templates select="*"/>
        <xsl:apply-templates select="following-sibling::*[1][self::gap]"/>
      </fo:flow>
    </fo:page-sequence>
  </xsl:template>

  <xsl:template match="div">
    <fo:block id="{f:id(.)}">
      <xsl:if test="not(head) and f:part-name(.) ne ''">
        <fo:block font-size="12.5pt" space-before="4mm" keep-with-next.within-page="always">{f:part-name(.)}</fo:block>
      </xsl:if>
      <xsl:apply-templates select="*"/>
    </fo:block>
  </xsl:template>

  <!-- the title of a juan stands at its head already -->
  <xsl:template match="div[@subtype = 'juan']/head[not(@type = ('title', 'juan', 'author'))]"/>

  <xsl:template match="head | trailer">
    <fo:block keep-with-next.within-page="always">
      <xsl:choose>
        <xsl:when test="@type = 'author'">
          <xsl:attribute name="text-align" select="'end'"/>
        </xsl:when>
        <xsl:otherwise>
          <xsl:attribute name="font-weight" select="'bold'"/>
        </xsl:otherwise>
      </xsl:choose>
      <xsl:apply-templates/>
    </fo:block>
  </xsl:template>

  <!-- most units are two or three lines: pages would be uneven if none could be divided -->
  <xsl:template match="ab">
    <fo:list-block start-indent="-40pt" provisional-distance-between-starts="40pt" provisional-label-separation="6pt"
        space-after="1.5mm">
      <fo:list-item>
        <fo:list-item-label end-indent="label-end()">
          <fo:block font-size="6.5pt" text-align="end">{names:number(.)}</fo:block>
        </fo:list-item-label>
        <fo:list-item-body start-indent="body-start()">
          <fo:block text-align="justify" widows="1" orphans="1">
            <xsl:apply-templates select="seg | note"/>
          </fo:block>
        </fo:list-item-body>
      </fo:list-item>
    </fo:list-block>
  </xsl:template>

  <xsl:template match="seg">
    <fo:inline font-size="12pt" font-weight="bold" padding-end="6pt">
      <xsl:apply-templates/>
    </fo:inline>
  </xsl:template>

  <xsl:template match="note">
    <fo:inline font-size="9pt">
      <xsl:apply-templates/>
    </fo:inline>
  </xsl:template>

  <xsl:template match="label">
    <fo:inline font-weight="bold">
      <xsl:apply-templates/>
    </fo:inline>
  </xsl:template>

  <xsl:template match="table">
    <fo:table table-layout="fixed" width="100%" space-after="3mm">
      <fo:table-body>
        <xsl:for-each select="row">
          <fo:table-row>
            <xsl:for-each select="cell">
              <fo:table-cell padding-end="3mm">
                <fo:block>
                  <xsl:apply-templates/>
                </fo:block>
              </fo:table-cell>
            </xsl:for-each>
          </fo:table-row>
        </xsl:for-each>
      </fo:table-body>
    </fo:table>
  </xsl:template>

  <xsl:template match="gap[@reason = 'sampling']">
    <fo:block text-align="center" font-size="9pt">〔闕{@extent[. castable as xs:positiveInteger] ! han:number(xs:integer(.))}頁〕</fo:block>
  </xsl:template>

  <!-- Characters -->

  <!-- white space in the file is the file's, not the text's -->
  <xsl:template match="text()">
    <xsl:value-of select="translate(., ' &#9;&#10;&#13;', '')"/>
  </xsl:template>

  <xsl:template match="fw | space | lb | pb"/>

  <xsl:template match="space[parent::head or parent::trailer or parent::cell][preceding-sibling::node()][following-sibling::node()]">　</xsl:template>

  <xsl:template match="gap">
    <xsl:text>{string-join((1 to (@quantity[. castable as xs:positiveInteger] ! xs:integer(.), 1)[1]) ! '□')}</xsl:text>
  </xsl:template>

  <xsl:template match="unclear[@reason = 'encoding']">
    <fo:inline text-decoration="underline">
      <xsl:apply-templates/>
    </fo:inline>
  </xsl:template>

  <!-- a character no font has: its description, else 〓 -->
  <xsl:template match="g[not(node())]">
    <xsl:text>{(key('glyph', substring-after(@ref, '#'))[1]/mapping[@type = 'IDS'] ! normalize-space(), '〓')[1]}</xsl:text>
  </xsl:template>

  <!-- after a reading that the apparatus speaks of: its entry, as a note at the foot -->
  <xsl:template match="anchor">
    <xsl:for-each select="key('app-end', @xml:id)[1]">
      <xsl:variable name="number" select="'[' || count(preceding-sibling::app) + 1 || ']'"/>
      <fo:footnote>
        <fo:inline font-size="6pt" line-height="6pt" baseline-shift="3pt" font-weight="normal">{$number}</fo:inline>
        <fo:footnote-body>
          <fo:block font-size="8pt" line-height="1.4" font-weight="normal">
            <xsl:text>{$number} </xsl:text>
            <xsl:apply-templates select="lem/node()"/>
            <xsl:text>　</xsl:text>
            <xsl:for-each select="rdg">
              <xsl:text>{if (position() gt 1) then '，' else ''}{names:reading(.)}</xsl:text>
              <xsl:if test="not(@type = 'lacuna')">
                <xsl:apply-templates/>
              </xsl:if>
            </xsl:for-each>
            <xsl:text>{names:authority(.)[. ne ''] ! ('，' || .)}。</xsl:text>
          </fo:block>
        </fo:footnote-body>
      </fo:footnote>
    </xsl:for-each>
  </xsl:template>

  <xsl:function name="f:juan-name" as="xs:string">
    <xsl:param name="juan" as="element(div)"/>
    <xsl:variable name="chapter" select="($juan/head[not(@type = ('title', 'juan', 'author'))][1] ! f:string(.),
                                          names:juan-title($juan))[. ne ''][1]"/>
    <xsl:sequence select="string-join((names:juan($juan), $chapter), '　')"/>
  </xsl:function>

  <!-- A section has no xml:id. -->
  <xsl:function name="f:id" as="xs:string">
    <xsl:param name="part" as="element(div)"/>
    <xsl:sequence select="($part/@xml:id/string(), string-join($part/ancestor-or-self::div[@type = 'textpart']/@n, '.'))[1]"/>
  </xsl:function>

  <xsl:function name="f:part-name" as="xs:string">
    <xsl:param name="part" as="element(div)"/>
    <xsl:sequence select="string(($part/head[1] ! f:string(.), names:untitled($part))[. ne ''][1])"/>
  </xsl:function>

  <xsl:function name="f:string" as="xs:string">
    <xsl:param name="element" as="element()"/>
    <xsl:sequence select="translate($element, ' &#9;&#10;&#13;', '')"/>
  </xsl:function>
</xsl:stylesheet>
