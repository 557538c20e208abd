<?xml version="1.0" encoding="UTF-8"?>
<!-- TEI → one XHTML file for paged media, with its style in it: WeasyPrint, Vivliostyle, Prince, Antenna House.
     The text is that of the e-book (../epub/text.xsl); corrections stand at the foot of the page. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:names="urn:zhushu:names" xmlns:e="urn:zhushu:epub" xmlns="http://www.w3.org/1999/xhtml" version="3.0"
    expand-text="yes" exclude-result-prefixes="#all" xpath-default-namespace="http://www.tei-c.org/ns/1.0">

  <xsl:import href="../epub/epub.xsl"/>

  <!-- page size as CSS has it, and the faces in the order of preference -->
  <xsl:param name="size" as="xs:string" select="'A5'"/>
  <xsl:param name="faces" as="xs:string"
      select="'&quot;Noto Serif CJK TC&quot;, &quot;Noto Serif TC&quot;, &quot;Noto Serif SC&quot;, &quot;Zhushu Rare&quot;, serif'"/>

  <xsl:variable name="juan" as="element(div)*" select="names:all-juan(/)"/>

  <xsl:output method="xhtml" html-version="5" encoding="UTF-8" indent="no" include-content-type="no"
      omit-xml-declaration="no"/>

  <xsl:template match="/">
    <html xml:lang="{$language}" lang="{$language}">
      <head>
        <meta charset="UTF-8"/>
        <title>{$title}</title>
        <meta name="author" content="{$author}"/>
        <style>
          <xsl:value-of select="e:style()"/>
        </style>
      </head>
      <body>
        <xsl:call-template name="title-page"/>
        <section class="contents">
          <h1>目録</h1>
          <xsl:for-each select="$juan">
            <p class="entry">
              <a href="#{@xml:id}">{e:juan-name(.)}</a>
            </p>
          </xsl:for-each>
        </section>
        <xsl:for-each select="$juan">
          <div class="running">{names:juan(.)}</div>
          <xsl:call-template name="juan"/>
        </xsl:for-each>
        <xsl:if test="$juan//g[not(node())]">
          <section class="lists">
            <xsl:call-template name="unknown"/>
          </section>
        </xsl:if>
        <xsl:call-template name="colophon"/>
      </body>
    </html>
  </xsl:template>

  <!-- all is in one file -->
  <xsl:function name="e:file" as="xs:string">
    <xsl:param name="juan" as="element(div)"/>
    <xsl:sequence select="''"/>
  </xsl:function>

  <!-- after a reading that the apparatus speaks of: its entry, as a note at the foot -->
  <xsl:template match="anchor">
    <xsl:for-each select="key('app-end', @xml:id)[1]">
      <!-- a word joiner: the number of a note does not begin a line -->
      <xsl:text>&#x2060;</xsl:text>
      <span class="foot">
        <xsl:apply-templates select="lem/node()"/>
        <xsl:text>　</xsl:text>
        <xsl:for-each select="rdg">
          <xsl:text>{if (position() gt 1) then '，' else ''}{names:reading(.)}</xsl:text>
          <xsl:if test="not(@type = 'lacuna')">
            <xsl:apply-templates/>
          </xsl:if>
        </xsl:for-each>
        <xsl:text>{names:authority(.)[. ne ''] ! ('，' || .)}。</xsl:text>
      </span>
    </xsl:for-each>
  </xsl:template>

  <xsl:function name="e:css-string" as="xs:string">
    <xsl:param name="text" as="xs:string"/>
    <xsl:sequence select="'&quot;' || replace($text, '[\\&quot;]', '\\$0') || '&quot;'"/>
  </xsl:function>

  <xsl:function name="e:style" as="xs:string">
    <xsl:variable name="css" as="text()">
      <!-- Browsers know no notes at the foot and no names of juan at the head, and draw nothing in the margin.
           A line of A5 holds 27 characters of the base text or 36 of a note and needs no stretching -->
      <xsl:text>
      @page {{ size: {$size}; margin: 20mm 47.7pt 22mm;
        @bottom-center {{ content: counter(page); font: 9pt {$faces}; }}
        @top-center {{ content: {e:css-string(names:running-title($tei))};
          content: {e:css-string(names:running-title($tei) || '　')} string(juan); font: 9pt {$faces}; }}
        @footnote {{ border-top: 0.3pt solid; padding-top: 1mm; margin-top: 2mm; }} }}
      @page :first {{ @top-center {{ content: none; }} @bottom-center {{ content: none; }} }}
      html {{ font: 10.5pt/1.7 {$faces}; }}
      body {{ margin: 0; }}
      h1 {{ font-size: 15pt; margin: 8mm 0; bookmark-level: 1; }}
      h2 {{ font-size: 12.5pt; margin: 6mm 0 3mm; bookmark-level: 2; break-after: avoid; }}
      p {{ margin: 0 0 1.5mm; text-align: justify; widows: 1; orphans: 1; }}
      section[role=doc-chapter], .contents, .lists, .colophon {{ break-before: page; }}
      .titlepage {{ text-align: center; padding-top: 45mm; }}
      .titlepage h1 {{ font-size: 26pt; letter-spacing: 4pt; bookmark-level: none; }}
      .running {{ string-set: juan content(); height: 0; overflow: hidden; color: transparent; break-before: page; }}
      .running + section[role=doc-chapter] {{ break-before: avoid; }}
      .entry a {{ color: inherit; text-decoration: none; }}
      .entry a::after {{ content: leader(dotted) target-counter(attr(href), page); }}
      .author {{ text-align: right; }}
      .titlepage p {{ text-align: center; }}
      .lists h2 {{ font-size: 15pt; margin: 8mm 0; bookmark-level: 1; }}
      .lists h2, .colophon h1 {{ string-set: juan ""; }}
      .lists p, .colophon p {{ text-align: start; }}
      .unit {{ position: relative; }}
      .unit::before {{ content: attr(data-n); position: absolute; left: -14mm; width: 12mm; text-align: right; font-size: 6.5pt;
        line-height: 18pt; }}
      .base {{ font-size: 12pt; font-weight: bold; margin-right: 0.5em; }}
      .note {{ font-size: 9pt; }}
      .label {{ font-weight: bold; }}
      .gap {{ text-align: center; font-size: 9pt; }}
      .unclear {{ text-decoration: underline dotted; }}
      .gaiji {{ height: 1em; width: 1em; vertical-align: -0.12em; }}
      .foot {{ float: footnote; font-size: 8pt; font-weight: normal; line-height: 1.4; }}
      .foot::footnote-call {{ content: "[" counter(footnote) "]"; font-size: 6pt; vertical-align: super; line-height: 0; }}
      .foot::footnote-marker {{ content: "[" counter(footnote) "]　"; }}
      @supports not (float: footnote) {{
        @page {{ margin: 20mm 0 22mm; }} body {{ margin: 0 47.7pt; }}
        .foot {{ color: #8a1c17; }} .foot::before {{ content: "〔校　"; }} .foot::after {{ content: "〕"; }} }}
      a {{ color: inherit; }}
      </xsl:text>
    </xsl:variable>
    <xsl:sequence select="replace($css, '\n\s*', '&#10;')"/>
  </xsl:function>
</xsl:stylesheet>
