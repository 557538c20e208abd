<?xml version="1.0" encoding="UTF-8"?>
<!-- TEI → the files of an EPUB 3.3: the package (principal output) beside title.xhtml, a file for each juan,
     apparatus.xhtml, colophon.xhtml and nav.xhtml. Styles and fonts are put beside them by publish/epub.py. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:names="urn:zhushu:names" xmlns:e="urn:zhushu:epub" xmlns:epub="http://www.idpf.org/2007/ops"
    xmlns="http://www.w3.org/1999/xhtml" version="3.0" expand-text="yes" exclude-result-prefixes="#all"
    xpath-default-namespace="http://www.tei-c.org/ns/1.0">

  <xsl:import href="../common/names.xsl"/>
  <xsl:import href="../common/ids.xsl"/>
  <xsl:include href="package.xsl"/>
  <xsl:include href="nav.xsl"/>
  <xsl:include href="text.xsl"/>
  <xsl:include href="apparatus.xsl"/>

  <!-- horizontal or vertical; notes small in the line, or as popup footnotes -->
  <xsl:param name="writing" as="xs:string" select="'horizontal'"/>
  <xsl:param name="notes" as="xs:string" select="'inline'"/>
  <!-- names of the font files that go into the book, with "|" between them -->
  <xsl:param name="fonts" as="xs:string" select="''"/>

  <xsl:output method="xml" encoding="UTF-8" indent="no"/>
  <xsl:output name="xhtml" method="xhtml" html-version="5" encoding="UTF-8" indent="no" include-content-type="no"
      omit-xml-declaration="no"/>

  <xsl:variable name="tei" as="document-node()" select="/"/>
  <xsl:variable name="header" as="element(teiHeader)" select="/TEI/teiHeader"/>
  <!-- The licence and whose characters the text takes; what is said in Chinese is not said in English too. -->
  <xsl:variable name="rights" as="element()*" select="
    $header//publicationStmt/availability/(licence, p)[normalize-space()][not(@xml:lang = 'en' and ../p[starts-with(@xml:lang, 'zh')])]"/>
  <xsl:variable name="language" as="xs:string" select="string((/TEI/text/@xml:lang, /TEI/@xml:lang, 'lzh')[1])"/>
  <xsl:variable name="title" as="xs:string" select="names:title(/)"/>
  <xsl:variable name="author" as="xs:string" select="normalize-space($header//titleStmt/author[1])"/>
  <xsl:variable name="urn" as="xs:string"
      select="normalize-space(($header//publicationStmt/idno, /TEI/text/body/div[@type = 'edition']/@n, /TEI/@xml:id)[1])"/>
  <xsl:variable name="version" as="xs:string" select="normalize-space(($header//editionStmt/edition/@n, '')[1])"/>
  <xsl:variable name="date" as="xs:string"
      select="string($header//publicationStmt/date/@when[. castable as xs:date])"/>
  <xsl:variable name="juan" as="element(div)*" select="/TEI/text/body//div[@subtype = 'juan']"/>

  <xsl:key name="id" match="*[@xml:id]" use="@xml:id"/>
  <xsl:key name="app" match="app" use="substring-after(@from, '#')"/>
  <xsl:key name="app-end" match="app" use="substring-after(@to, '#')"/>
  <xsl:key name="leaf" match="pb[@ed ne 'raw']" use="e:leaf-id(.)"/>
  <xsl:key name="unresolved" match="text//g[not(node())]" use="substring-after(@ref, '#')"/>

  <xsl:template match="/">
    <xsl:call-template name="page">
      <xsl:with-param name="file" select="'title.xhtml'"/>
      <xsl:with-param name="title" select="$title"/>
      <xsl:with-param name="body">
        <xsl:call-template name="title-page"/>
      </xsl:with-param>
    </xsl:call-template>
    <xsl:for-each select="$juan">
      <xsl:call-template name="page">
        <xsl:with-param name="file" select="e:file(.)"/>
        <xsl:with-param name="title" select="$title || '　' || names:juan(.)"/>
        <xsl:with-param name="body">
          <xsl:call-template name="juan"/>
        </xsl:with-param>
      </xsl:call-template>
    </xsl:for-each>
    <xsl:if test="e:has-apparatus()">
      <xsl:call-template name="page">
        <xsl:with-param name="file" select="'apparatus.xhtml'"/>
        <xsl:with-param name="title" select="$title || '　校勘記'"/>
        <xsl:with-param name="body">
          <xsl:call-template name="apparatus"/>
        </xsl:with-param>
      </xsl:call-template>
    </xsl:if>
    <xsl:call-template name="page">
      <xsl:with-param name="file" select="'colophon.xhtml'"/>
      <xsl:with-param name="title" select="$title || '　版權'"/>
      <xsl:with-param name="body">
        <xsl:call-template name="colophon"/>
      </xsl:with-param>
    </xsl:call-template>
    <xsl:call-template name="page">
      <xsl:with-param name="file" select="'nav.xhtml'"/>
      <xsl:with-param name="title" select="$title || '　目録'"/>
      <xsl:with-param name="body">
        <xsl:call-template name="nav"/>
      </xsl:with-param>
    </xsl:call-template>
    <xsl:call-template name="package"/>
  </xsl:template>

  <xsl:template name="page">
    <xsl:param name="file" as="xs:string"/>
    <xsl:param name="title" as="xs:string"/>
    <xsl:param name="body" as="node()*"/>
    <xsl:result-document href="{$file}" format="xhtml">
      <html xml:lang="{$language}" lang="{$language}">
        <head>
          <title>{$title}</title>
          <link rel="stylesheet" type="text/css" href="style.css"/>
        </head>
        <body>
          <xsl:sequence select="$body"/>
        </body>
      </html>
    </xsl:result-document>
  </xsl:template>

  <!-- the file a juan is in -->
  <xsl:function name="e:file" as="xs:string">
    <xsl:param name="juan" as="element(div)"/>
    <xsl:sequence select="$juan/@xml:id || '.xhtml'"/>
  </xsl:function>

  <!-- any node of the text → the address of the passage it stands in: juan7.xhtml#p22.3.zhu1 -->
  <xsl:function name="e:address" as="xs:string">
    <xsl:param name="node" as="node()"/>
    <xsl:variable name="passage" select="$node/ancestor-or-self::*[self::seg or self::note or self::div[@xml:id]][1]"/>
    <xsl:sequence select="e:file($node/ancestor::div[@subtype = 'juan']) || '#' || $passage/@xml:id"/>
  </xsl:function>
</xsl:stylesheet>
