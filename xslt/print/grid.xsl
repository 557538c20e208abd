<?xml version="1.0" encoding="UTF-8"?>
<!-- TEI → the woodblock grid: juan, leaves, half-leaves, columns, runs of cells (docs/woodblock.md, "The grid").

     Everything that a page shows and where is decided here; painters (PDF, SVG, XSL-FO, TeX) only draw.
     Three steps: flow.xsl turns a juan into blocks of atoms, layout.xsl places the blocks on columns,
     apparatus.xsl writes 校勘記 and the lists at the end, colophon.xsl the last leaf: blocks again, placed by the same rules. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:map="http://www.w3.org/2005/xpath-functions/map" xmlns:ids="urn:zhushu:ids"
    xmlns:names="urn:zhushu:names" xmlns:unseen="urn:zhushu:unseen" xmlns:f="urn:zhushu:functions" version="3.0" expand-text="yes" exclude-result-prefixes="#all"
    xpath-default-namespace="http://www.tei-c.org/ns/1.0">

  <xsl:include href="grid/names.xsl"/>
  <xsl:include href="grid/flow.xsl"/>
  <xsl:include href="grid/layout.xsl"/>
  <xsl:include href="grid/apparatus.xsl"/>
  <xsl:include href="grid/colophon.xsl"/>
  <xsl:import href="../common/ids.xsl"/>
  <xsl:import href="../common/names.xsl"/>
  <xsl:import href="../common/unseen.xsl"/>

  <xsl:output method="xml" encoding="UTF-8" indent="no"/>

  <!-- The layout: publish/layouts/*.toml, table [grid]. Names are those of the file, with "-" for "_". -->
  <xsl:param name="columns" as="xs:string" select="'8'"/>
  <xsl:param name="cells" as="xs:string" select="'21'"/>
  <xsl:param name="note-cells" as="xs:string" select="'21'"/>
  <xsl:param name="note-rows" as="xs:string" select="'2'"/>
  <xsl:param name="note-indent" as="xs:string" select="'0'"/>
  <xsl:param name="notes" as="xs:string" select="'run-on'"/>
  <xsl:param name="join-notes" as="xs:string" select="'yes'"/>
  <xsl:param name="units" as="xs:string" select="'run-on'"/>
  <xsl:param name="breaks" as="xs:string" select="'flowed'"/>
  <xsl:param name="witness" as="xs:string" select="''"/>
  <xsl:param name="punctuation" as="xs:string" select="'judou'"/>
  <xsl:param name="numerals" as="xs:string" select="'words'"/>
  <xsl:param name="indent-title" as="xs:string" select="'0'"/>
  <xsl:param name="indent-juan" as="xs:string" select="'1'"/>
  <xsl:param name="indent-chapter" as="xs:string" select="'2'"/>
  <xsl:param name="author-foot" as="xs:string" select="'1'"/>
  <!-- characters that no font at hand draws: gaiji too, numbered after those of the TEI -->
  <xsl:param name="undrawable" as="xs:string" select="''"/>

  <xsl:variable name="C" as="xs:integer" select="xs:integer($columns)"/>
  <xsl:variable name="M" as="xs:integer" select="xs:integer($cells)"/>
  <xsl:variable name="N" as="xs:integer" select="xs:integer($note-cells)"/>
  <!-- heights are whole numbers: a column is H high, a base cell B, a note cell n -->
  <xsl:variable name="H" as="xs:integer" select="$M * $N idiv f:common-divisor($M, $N)"/>
  <xsl:variable name="B" as="xs:integer" select="$H idiv $M"/>
  <xsl:variable name="n" as="xs:integer" select="$H idiv $N"/>
  <xsl:variable name="printed" as="xs:boolean" select="$breaks eq 'printed'"/>
  <xsl:variable name="tei" as="document-node()" select="/"/>
  <xsl:variable name="siglum" as="xs:string"
      select="if ($witness ne '') then $witness else string((//pb/@ed[. ne 'raw'])[1])"/>
  <xsl:variable name="title" as="xs:string" select="unseen:without(names:title(/))"/>
  <xsl:variable name="author" as="xs:string" select="f:plain(//titleStmt/author[1])"/>

  <xsl:key name="app" match="app" use="substring-after(@from, '#')"/>
  <xsl:key name="app-id" match="app" use="@xml:id"/>
  <xsl:key name="glyph" match="glyph" use="@xml:id"/>

  <!-- corrections are numbered juan by juan, unresolved characters through the book -->
  <xsl:variable name="app-number" as="map(xs:string, xs:integer)">
    <xsl:map>
      <xsl:for-each select="//div[@subtype = 'juan']">
        <xsl:for-each select=".//anchor[key('app', @xml:id)]">
          <xsl:map-entry key="string(@xml:id)" select="position()"/>
        </xsl:for-each>
      </xsl:for-each>
    </xsl:map>
  </xsl:variable>
  <xsl:variable name="gaiji" as="xs:string*"
      select="distinct-values((//text//g[not(node())]/substring-after(@ref, '#'),
                               string-to-codepoints($undrawable) ! f:code-point(.)))"/>

  <xsl:function name="f:common-divisor" as="xs:integer">
    <xsl:param name="a" as="xs:integer"/>
    <xsl:param name="b" as="xs:integer"/>
    <xsl:sequence select="if ($b eq 0) then $a else f:common-divisor($b, $a mod $b)"/>
  </xsl:function>

  <xsl:function name="f:plain" as="xs:string">
    <xsl:param name="node" as="node()?"/>
    <xsl:sequence select="normalize-space(unseen:without(string($node)))"/>
  </xsl:function>

  <xsl:template match="/">
    <xsl:variable name="juan" as="map(*)*" select="//div[@subtype = 'juan'] ! map{
        'n': string(@n), 'from': string(@xml:id), 'label': unseen:without(names:juan(.)), 'leaves': f:leaves(f:placed(f:blocks(f:items(.))))}"/>
    <xsl:variable name="lists" as="map(*)*" select="f:leaves(f:placed(f:blocks(f:apparatus($juan))))"/>
    <grid id="{/TEI/@xml:id}" title="{$title}" running="{unseen:without(names:running-title(/))}" author="{$author}" version="{//editionStmt/edition/@n}"
        date="{//publicationStmt/date/@when}" lang="{(/TEI/text/@xml:lang, 'lzh')[1]}" rights="{f:licence($licence)}" licence="{$licence}" columns="{$C}" cells="{$M}"
        note-cells="{$N}" height="{$H}" base="{$B}" note="{$n}" breaks="{$breaks}">
      <xsl:for-each select="$gaiji">
        <xsl:sequence select="f:gaiji(., position())"/>
      </xsl:for-each>
      <xsl:for-each select="$juan">
        <juan n="{?n}" from="{?from}" label="{?label}">
          <xsl:for-each select="?leaves">
            <xsl:call-template name="leaf"/>
          </xsl:for-each>
        </juan>
      </xsl:for-each>
      <xsl:if test="exists($lists)">
        <juan label="校勘記">
          <xsl:for-each select="$lists">
            <xsl:call-template name="leaf"/>
          </xsl:for-each>
        </juan>
      </xsl:if>
      <juan label="牌記">
        <xsl:for-each select="f:leaves(f:placed(f:blocks(f:colophon())))">
          <xsl:call-template name="leaf"/>
        </xsl:for-each>
      </juan>
    </grid>
  </xsl:template>

  <!-- a character that no font has, with the places of its components where a description is known -->
  <xsl:function name="f:gaiji" as="element()">
    <xsl:param name="id" as="xs:string"/>
    <xsl:param name="n" as="xs:integer"/>
    <gaiji id="{$id}" n="{$n}">
      <xsl:for-each select="key('glyph', $id, $tei)[1]/mapping[@type = 'IDS'][1]">
        <xsl:attribute name="ids" select="f:plain(.)"/>
        <xsl:for-each select="ids:boxes(f:plain(.))">
          <part x="{?x}" y="{?y}" width="{?width}" height="{?height}">{?char}</part>
        </xsl:for-each>
      </xsl:for-each>
    </gaiji>
  </xsl:function>
</xsl:stylesheet>
