<?xml version="1.0" encoding="UTF-8"?>
<!-- The package document: metadata, manifest, spine (EPUB 3.3 §5), with what EPUB Accessibility asks for. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:e="urn:zhushu:epub" xmlns="http://www.idpf.org/2007/opf"
    version="3.0" expand-text="yes" exclude-result-prefixes="#all"
    xpath-default-namespace="http://www.tei-c.org/ns/1.0">

  <xsl:template name="package">
    <package version="3.0" unique-identifier="id" xml:lang="{$language}" dir="ltr">
      <metadata>
        <xsl:call-template name="metadata"/>
      </metadata>
      <manifest>
        <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
        <item id="style" href="style.css" media-type="text/css"/>
        <xsl:for-each select="tokenize($fonts, '\|')[. ne '']">
          <item id="font{position()}" href="{.}" media-type="{if (ends-with(., '.otf')) then 'font/otf' else 'font/ttf'}"/>
        </xsl:for-each>
        <item id="title" href="title.xhtml" media-type="application/xhtml+xml"/>
        <xsl:for-each select="$juan">
          <item id="{@xml:id}" href="{e:file(.)}" media-type="application/xhtml+xml">
            <xsl:sequence select="e:drawn(.)"/>
          </item>
        </xsl:for-each>
        <xsl:if test="e:has-apparatus()">
          <item id="apparatus" href="apparatus.xhtml" media-type="application/xhtml+xml">
            <xsl:sequence select="e:drawn($tei/TEI/text)"/>
          </item>
        </xsl:if>
        <item id="colophon" href="colophon.xhtml" media-type="application/xhtml+xml"/>
      </manifest>
      <spine page-progression-direction="{if ($writing eq 'vertical') then 'rtl' else 'ltr'}">
        <itemref idref="title"/>
        <itemref idref="nav"/>
        <xsl:for-each select="$juan">
          <itemref idref="{@xml:id}"/>
        </xsl:for-each>
        <xsl:if test="e:has-apparatus()">
          <itemref idref="apparatus"/>
        </xsl:if>
        <itemref idref="colophon"/>
      </spine>
    </package>
  </xsl:template>

  <!-- a file with drawn characters says that it holds SVG -->
  <xsl:function name="e:drawn" as="attribute()?">
    <xsl:param name="text" as="element()"/>
    <xsl:if test="$text//g[not(node())][exists(e:parts(.))]">
      <xsl:attribute name="properties" select="'svg'"/>
    </xsl:if>
  </xsl:function>

  <xsl:template name="metadata">
    <!-- the two directions are two books to a library of books -->
    <dc:identifier id="id">{$urn}{if ($writing eq 'vertical') then '#vertical' else ''}</dc:identifier>
    <dc:title id="main">{$title}</dc:title>
    <dc:language>{$language}</dc:language>
    <xsl:if test="$author ne ''">
      <dc:creator id="author">{$author}</dc:creator>
      <meta refines="#author" property="role" scheme="marc:relators">aut</meta>
    </xsl:if>
    <xsl:for-each select="$header//publicationStmt/publisher[normalize-space()][not(. = 'unpublished')][1]">
      <dc:publisher>{normalize-space()}</dc:publisher>
    </xsl:for-each>
    <xsl:if test="$date ne ''">
      <dc:date>{$date}</dc:date>
    </xsl:if>
    <xsl:for-each select="$rights">
      <dc:rights>{normalize-space()}{@target ! (' ' || .)}</dc:rights>
    </xsl:for-each>
    <xsl:for-each select="e:printed-source()">
      <dc:source>{.}</dc:source>
    </xsl:for-each>
    <meta property="dcterms:modified">{($date[. ne ''], '1970-01-01')[1]}T00:00:00Z</meta>
    <meta property="schema:accessMode">textual</meta>
    <meta property="schema:accessModeSufficient">textual</meta>
    <meta property="schema:accessibilityHazard">none</meta>
    <xsl:for-each select="'tableOfContents', 'readingOrder', 'structuralNavigation', 'displayTransformability',
                          ('pageBreakMarkers', 'pageNavigation')[e:has-leaves()]">
      <meta property="schema:accessibilityFeature">{.}</meta>
    </xsl:for-each>
    <meta property="schema:accessibilitySummary" xml:lang="zh-Hant">全書皆為文字，依正文次序排列；無碼之字以部件描述。</meta>
    <xsl:if test="e:has-leaves()">
      <meta property="pageBreakSource">{e:printed-source()}</meta>
    </xsl:if>
  </xsl:template>

  <!-- where the pages come from, in Chinese where that is said -->
  <xsl:function name="e:sources" as="xs:string*">
    <xsl:variable name="said" select="$header/fileDesc/sourceDesc/(bibl[not(@type = ('digital', 'print', 'rights', 'work'))] | p)"/>
    <xsl:variable name="chinese" select="$said[matches(@xml:lang, '^l?zh')]"/>
    <xsl:sequence select="(if ($chinese) then $chinese else $said) ! normalize-space()[. ne '']"/>
  </xsl:function>

  <!-- the printed edition that the leaf marks are those of -->
  <xsl:function name="e:printed-source" as="xs:string?">
    <xsl:variable name="named" select="$header//sourceDesc//(witness[@xml:id eq 'print']//msName, bibl[@type eq 'print'])"/>
    <xsl:sequence select="($named ! normalize-space(), $tei//pb[@ed ne 'raw'][1]/@ed/string())[. ne ''][1]"/>
  </xsl:function>
</xsl:stylesheet>
