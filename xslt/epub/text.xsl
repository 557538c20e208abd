<?xml version="1.0" encoding="UTF-8"?>
<!-- The text of a juan: heads, units of base text and notes, tables, signs of what is missing. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:han="urn:zhushu:han-numbers" xmlns:ids="urn:zhushu:ids" xmlns:names="urn:zhushu:names"
    xmlns:e="urn:zhushu:epub" xmlns:epub="http://www.idpf.org/2007/ops" xmlns:svg="http://www.w3.org/2000/svg"
    xmlns="http://www.w3.org/1999/xhtml" version="3.0" expand-text="yes"
    exclude-result-prefixes="xsl xs han ids names e svg" xpath-default-namespace="http://www.tei-c.org/ns/1.0">

  <xsl:template name="title-page">
    <section epub:type="titlepage" class="titlepage">
      <h1>{$title}</h1>
      <xsl:if test="$author ne ''">
        <p class="author">{$author}　撰</p>
      </xsl:if>
      <xsl:for-each select="$header//publicationStmt/publisher[normalize-space()][not(. = 'unpublished')][1]">
        <p class="publisher">{normalize-space()}</p>
      </xsl:for-each>
    </section>
  </xsl:template>

  <xsl:template name="colophon">
    <section epub:type="colophon" role="doc-colophon" class="colophon">
      <h1>版權</h1>
      <p>{$title}{if ($author ne '') then '　' || $author || '撰' else ''}</p>
      <xsl:for-each select="e:sources()">
        <p>底本：{.}</p>
      </xsl:for-each>
      <xsl:for-each select="e:printed-source()">
        <p>底本所從出：{.}</p>
      </xsl:for-each>
      <p>版次：{string-join(($version, $date)[. ne ''], '，')}</p>
      <xsl:for-each select="$rights">
        <p>
          <xsl:choose>
            <xsl:when test="@target">
              <a href="{@target}">{normalize-space()}</a>
            </xsl:when>
            <xsl:otherwise>{normalize-space()}</xsl:otherwise>
          </xsl:choose>
        </p>
      </xsl:for-each>
      <p>編號：{$urn}</p>
      <p>引用：{names:citation($header, $header/fileDesc/titleStmt/author ! normalize-space(), $title)}</p>
      <xsl:for-each select="$header//appInfo/application[1]">
        <p>{normalize-space(label)} {@version}</p>
      </xsl:for-each>
    </section>
  </xsl:template>

  <xsl:template name="juan">
    <xsl:variable name="chapter" select="head[not(@type = ('title', 'juan', 'author'))]"/>
    <section epub:type="chapter" role="doc-chapter" id="{@xml:id}">
      <xsl:if test="not($chapter)">
        <h1>{e:juan-name(.)}</h1>
      </xsl:if>
      <xsl:if test="not(preceding-sibling::div)">
        <xsl:apply-templates select="preceding-sibling::gap"/>
      </xsl:if>
      <xsl:apply-templates select="*"/>
      <xsl:apply-templates select="following-sibling::*[1][self::gap]"/>
    </section>
    <xsl:if test="$notes eq 'popup'">
      <xsl:call-template name="footnotes"/>
    </xsl:if>
  </xsl:template>

  <xsl:template match="div">
    <section class="part">
      <xsl:if test="@xml:id"><xsl:attribute name="id" select="@xml:id"/></xsl:if>
      <xsl:if test="not(head) and e:part-name(.) ne ''">
        <h2 class="supplied">{e:part-name(.)}</h2>
      </xsl:if>
      <xsl:apply-templates select="*"/>
    </section>
  </xsl:template>

  <xsl:template match="head[@type = ('title', 'juan', 'author')]">
    <p class="{@type}">
      <xsl:apply-templates/>
    </p>
  </xsl:template>

  <xsl:template match="head">
    <xsl:element name="{if (parent::div/@subtype = 'juan') then 'h1' else 'h2'}">
      <xsl:apply-templates/>
    </xsl:element>
  </xsl:template>

  <xsl:template match="trailer">
    <p class="trailer">
      <xsl:apply-templates/>
    </p>
  </xsl:template>

  <xsl:template match="fw"/>

  <xsl:template match="table">
    <table>
      <xsl:for-each select="row">
        <tr>
          <xsl:for-each select="cell">
            <td>
              <xsl:apply-templates/>
            </td>
          </xsl:for-each>
        </tr>
      </xsl:for-each>
    </table>
  </xsl:template>

  <xsl:template match="gap[@reason = 'sampling']">
    <p class="gap">〔闕{if (@extent castable as xs:positiveInteger) then han:number(xs:integer(@extent)) else ''}頁〕</p>
  </xsl:template>

  <!-- Units -->

  <xsl:template match="ab">
    <p class="unit" id="{@xml:id}">
      <!-- its number, 17.3, is drawn by the style sheet: it is not text -->
      <xsl:if test="@n"><xsl:attribute name="data-n" select="names:number(.)"/></xsl:if>
      <xsl:apply-templates select="*"/>
    </p>
  </xsl:template>

  <xsl:template match="seg">
    <span class="base" id="{@xml:id}">
      <xsl:apply-templates/>
    </span>
  </xsl:template>

  <xsl:template match="note">
    <xsl:choose>
      <xsl:when test="e:pops-up(.)">
        <a epub:type="noteref" role="doc-noteref" class="noteref" id="{@xml:id}.ref" href="#{@xml:id}">{@type}</a>
      </xsl:when>
      <xsl:otherwise>
        <span class="note" id="{@xml:id}">
          <xsl:apply-templates/>
        </span>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- a note whose base text stands elsewhere has nothing to pop up from -->
  <xsl:function name="e:pops-up" as="xs:boolean">
    <xsl:param name="note" as="element(note)"/>
    <xsl:sequence select="$notes eq 'popup' and exists($note/preceding-sibling::seg)"/>
  </xsl:function>

  <xsl:template name="footnotes">
    <xsl:variable name="popups" select=".//ab/note[e:pops-up(.)]"/>
    <xsl:if test="$popups">
      <section epub:type="footnotes" class="footnotes">
        <h2>注疏</h2>
        <xsl:for-each select="$popups">
          <aside epub:type="footnote" role="doc-footnote" id="{@xml:id}">
            <p>
              <a role="doc-backlink" href="#{@xml:id}.ref">{@type}</a>
              <xsl:text>　</xsl:text>
              <xsl:apply-templates/>
            </p>
          </aside>
        </xsl:for-each>
      </section>
    </xsl:if>
  </xsl:template>

  <!-- Characters -->

  <!-- white space in the file is the file's, not the text's -->
  <xsl:template match="text()">
    <xsl:value-of select="translate(., ' &#9;&#10;&#13;', '')"/>
  </xsl:template>

  <xsl:template match="label">
    <span class="label">
      <xsl:apply-templates/>
    </span>
  </xsl:template>

  <xsl:template match="space[parent::head or parent::trailer or parent::cell][preceding-sibling::node()][following-sibling::node()]"
      >　</xsl:template>
  <xsl:template match="space"/>

  <xsl:template match="gap">
    <span class="illegible" title="闕字">{string-join((1 to e:quantity(.)) ! '□')}</span>
  </xsl:template>

  <xsl:function name="e:quantity" as="xs:integer">
    <xsl:param name="gap" as="element(gap)"/>
    <xsl:sequence select="if ($gap/@quantity castable as xs:positiveInteger) then xs:integer($gap/@quantity) else 1"/>
  </xsl:function>

  <xsl:template match="unclear[@reason = 'encoding']">
    <span class="unclear" title="疑有誤">
      <xsl:apply-templates/>
    </span>
  </xsl:template>

  <!-- after a reading that the apparatus speaks of -->
  <xsl:template match="anchor">
    <xsl:for-each select="key('app-end', @xml:id)[1]">
      <a epub:type="noteref" role="doc-noteref" class="appref" id="{@xml:id}.ref" href="apparatus.xhtml#{@xml:id}">校</a>
    </xsl:for-each>
  </xsl:template>

  <xsl:template match="pb[e:is-leaf(.)]">
    <span epub:type="pagebreak" role="doc-pagebreak" id="{e:leaf-id(.)}" aria-label="{@n}"/>
  </xsl:template>

  <!-- a character no font has: drawn from its parts where they are known, else 〓 -->
  <xsl:template match="g[not(node())]">
    <xsl:variable name="parts" select="e:parts(.)"/>
    <xsl:variable name="name" select="string-join(names:glyph(.), ' ')"/>
    <xsl:choose>
      <xsl:when test="exists($parts)">
        <svg:svg class="gaiji" viewBox="0 0 100 100" role="img" aria-label="{$name}">
          <svg:title>{$name}</svg:title>
          <xsl:for-each select="$parts">
            <svg:text font-size="100" transform="matrix({(
                ?width, 0, 0, ?height, 100 * ?x, 100 * (?y + 0.86 * ?height)) ! round(., 3)})">{?char}</svg:text>
          </xsl:for-each>
        </svg:svg>
      </xsl:when>
      <xsl:otherwise>
        <span class="gaiji" title="{$name}">〓</span>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:function name="e:parts" as="map(xs:string, item())*">
    <xsl:param name="g" as="element(g)"/>
    <xsl:variable name="glyph" select="key('id', substring-after($g/@ref, '#'), $tei)[1]"/>
    <xsl:sequence select="$glyph/mapping[@type = 'IDS'][1] ! ids:boxes(normalize-space(.))"/>
  </xsl:function>
</xsl:stylesheet>
