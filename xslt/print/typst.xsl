<?xml version="1.0" encoding="UTF-8"?>
<!-- TEI → a Typst source of the modern printed edition, complete in one file.

  Any XSLT 3.0 processor runs it on any file that obeys the contract (docs/print.md); `typst compile` makes the PDF.
  The design is in typst/edition.typ, which is copied into the source; what this stylesheet writes after it are calls of
  its functions, with the text in string literals. The parameters are the keys of [print.modern] in edition.toml. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:typ="urn:zhushu:typst" xpath-default-namespace="http://www.tei-c.org/ns/1.0" exclude-result-prefixes="#all">

  <xsl:import href="typst/literals.xsl"/>
  <xsl:import href="typst/names.xsl"/>
  <xsl:import href="typst/front.xsl"/>
  <xsl:import href="typst/text.xsl"/>
  <xsl:import href="typst/back.xsl"/>

  <xsl:output method="text" encoding="UTF-8"/>

  <!-- a4, a5, b5, 16k, 32k, or width and height in millimetres: 170x240 -->
  <xsl:param name="paper" as="xs:string" select="'a5'"/>
  <!-- block: each note a small paragraph under its base text; inline: after it in the line; footnote: at the foot -->
  <xsl:param name="notes" as="xs:string" select="'block'"/>
  <!-- unit: the number of every passage in the outer margin; none -->
  <xsl:param name="numbers" as="xs:string" select="'unit'"/>
  <!-- yes: where a leaf of the printed edition begins is marked in the line; no -->
  <xsl:param name="leaves" as="xs:string" select="'yes'"/>
  <!-- the families to draw with, in the order to try them, with | between -->
  <xsl:param name="faces" as="xs:string" select="'Noto Serif TC|Noto Serif SC|Zhushu Rare'"/>
  <!-- characters that none of them draws: each becomes 〓 with a number, and is listed at the end -->
  <xsl:param name="undrawable" as="xs:string" select="''"/>

  <xsl:template match="/">
    <xsl:text>// Made from a TEI file by zhushu's xslt/print/typst.xsl.
// PDF: typst compile --pdf-standard a-2a --ignore-system-fonts --font-path FOLDER_OF_THE_FACES THIS_FILE

</xsl:text>
    <xsl:call-template name="typ:settings"/>
    <xsl:value-of select="typ:words(unparsed-text('typst/edition.typ'))"/>
    <xsl:text>&#10;// The edition.&#10;#show: book&#10;&#10;</xsl:text>
    <xsl:call-template name="typ:front"/>
    <xsl:apply-templates select="TEI/text/body" mode="typ:body"/>
    <xsl:call-template name="typ:back"/>
  </xsl:template>

  <xsl:template name="typ:settings">
    <xsl:variable name="date" select="typ:date()"/>
    <!-- the shapes of a simplified text are those of the mainland face -->
    <xsl:variable name="families" select="tokenize($faces, '\|')"/>
    <xsl:variable name="first" select="$families[$typ:region = 'CN' and ends-with(., ' SC')]"/>
    <xsl:value-of select="typ:let('option', (
      'paper: ' || typ:string($paper), 'notes: ' || typ:string($notes), 'numbers: ' || typ:string($numbers),
      'leaves: ' || typ:string($leaves), 'faces: ' || typ:array(($first, $families[not(. = $first)]) ! typ:string(.)),
      'undrawable: ' || typ:array(string-to-codepoints($undrawable) ! typ:string(codepoints-to-string(.)))))"/>
    <xsl:value-of select="typ:let('edition', (
      'title: ' || typ:string($typ:title), 'author: ' || typ:string($typ:author), 'language: ' || typ:string($typ:region),
      'date: ' || (if (exists($date)) then 'datetime(year: ' || year-from-date($date) || ', month: ' || month-from-date($date) || ', day: ' || day-from-date($date) || ')' else 'none'),
      'version: ' || typ:string($typ:version), 'publisher: ' || typ:string($typ:publisher),
      'keywords: ' || typ:array($typ:keywords ! typ:string(.))))"/>
    <xsl:text expand-text="yes">#let cited-by-page = {typ:array($typ:cited-by-page ! typ:name(.))}&#10;</xsl:text>
    <xsl:value-of select="typ:let('glyphs', $typ:unresolved ! (typ:name(@xml:id) || ': ' || typ:glyph(.)))"/>
  </xsl:template>

</xsl:stylesheet>
