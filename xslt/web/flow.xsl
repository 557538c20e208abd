<?xml version="1.0" encoding="UTF-8"?>
<!-- The text itself: TEI blocks and passages → HTML. Ids of the TEI are the ids of the HTML. What carries text has the
     class "tx", and its text content is the text and nothing else: every mark and number is drawn by the style sheet. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:map="http://www.w3.org/2005/xpath-functions/map"
    xmlns:names="urn:zhushu:names" xmlns:zs="urn:zhushu:xslt" xpath-default-namespace="http://www.tei-c.org/ns/1.0" exclude-result-prefixes="#all"
    expand-text="yes">

  <xsl:mode name="zs:flow" on-no-match="shallow-skip"/>
  <xsl:mode name="zs:inline" on-no-match="shallow-skip"/>

  <xsl:template match="@xml:id" mode="zs:flow zs:inline">
    <xsl:attribute name="id" select="."/>
  </xsl:template>

  <!-- blocks -->

  <!-- A section. Where a page of the site begins within it, its id and heading stay on the page before. -->
  <xsl:template match="div" mode="zs:flow">
    <xsl:param name="page-blocks" as="element()*" tunnel="yes"/>
    <xsl:param name="whole" as="xs:boolean" tunnel="yes"/>
    <xsl:variable name="inside" as="element()*" select="if ($whole) then * else *[zs:blocks-or-self(.) intersect $page-blocks]"/>
    <xsl:if test="exists($inside)">
      <xsl:variable name="begins" as="xs:boolean" select="$whole or *[1] is $inside[1]"/>
      <section class="part">
        <xsl:if test="$begins">
          <xsl:apply-templates select="@xml:id" mode="zs:flow"/>
          <xsl:if test="not(head) and zs:section-title(.)">
            <h2 class="supplied">{zs:section-title(.)}</h2>
          </xsl:if>
        </xsl:if>
        <xsl:call-template name="zs:runs"><xsl:with-param name="blocks" select="$inside"/></xsl:call-template>
      </section>
    </xsl:if>
  </xsl:template>
  <xsl:function name="zs:blocks-or-self" as="element()*">
    <xsl:param name="element" as="element()"/>
    <xsl:sequence select="if ($element/self::div) then zs:blocks($element) else $element"/>
  </xsl:function>

  <!-- Passages that follow each other run on in the line where notes stand in it. They are held together by some hundreds
       of characters, and never parted within a sentence, and these runs by six, so that a browser lays out only what is
       near the screen: six runs where nobody can count where the next line begins, one where the script does. -->
  <xsl:template name="zs:runs">
    <xsl:param name="blocks" as="element()*"/>
    <xsl:for-each-group select="$blocks" group-adjacent="exists(self::ab | self::pb | self::lb)">
      <xsl:choose>
        <xsl:when test="current-group()/self::ab">
          <xsl:variable name="placed" as="map(*)*">
            <xsl:iterate select="current-group()">
              <xsl:param name="run" as="xs:integer" select="0"/>
              <xsl:param name="size" as="xs:integer" select="0"/>
              <xsl:variable name="anew" as="xs:boolean" select="$size gt 800 and self::ab and not(seg[1]/@part = ('M', 'F'))"/>
              <xsl:variable name="here" as="xs:integer" select="if ($anew) then $run + 1 else $run"/>
              <xsl:variable name="length" as="xs:integer" select="string-length()"/>
              <xsl:sequence select="map { 'run': $here, 'length': $length, 'block': . }"/>
              <xsl:next-iteration>
                <xsl:with-param name="run" select="$here"/>
                <xsl:with-param name="size" select="if ($anew) then $length else $size + $length"/>
              </xsl:next-iteration>
            </xsl:iterate>
          </xsl:variable>
          <xsl:for-each-group select="$placed" group-adjacent="?run idiv 6">
            <div class="runs" style="--n:{sum(current-group()?length)}">
              <xsl:for-each-group select="current-group()" group-adjacent="?run">
                <div class="run"><xsl:apply-templates select="current-group()?block" mode="zs:flow"/></div>
              </xsl:for-each-group>
            </div>
          </xsl:for-each-group>
        </xsl:when>
        <xsl:otherwise><xsl:apply-templates select="current-group()" mode="zs:flow"/></xsl:otherwise>
      </xsl:choose>
    </xsl:for-each-group>
  </xsl:template>

  <xsl:template match="head" mode="zs:flow">
    <xsl:param name="h1" as="element()?" tunnel="yes"/>
    <xsl:variable name="chapter" as="xs:boolean" select="@type = 'chapter' or (parent::div[@subtype = '篇'] and not(preceding-sibling::head))"/>
    <xsl:element name="{if (. is $h1) then 'h1' else if ($chapter) then 'h2' else 'p'}">
      <xsl:attribute name="class" select="if ($chapter or . is $h1) then 'tx head chapter' else 'tx head'"/>
      <xsl:apply-templates select="@xml:id" mode="zs:flow"/>
      <xsl:call-template name="zs:content"/>
    </xsl:element>
  </xsl:template>

  <xsl:template match="trailer | p | l" mode="zs:flow">
    <p class="tx {local-name()}">
      <xsl:apply-templates select="@xml:id" mode="zs:flow"/>
      <xsl:call-template name="zs:content"/>
    </p>
  </xsl:template>

  <xsl:template match="table" mode="zs:flow">
    <div class="table" tabindex="0" role="region" aria-label="{string-join(($parts[. intersect current()/ancestor::*] ! zs:place(.), '⊞'), ' ')}">
      <table>
        <xsl:apply-templates select="@xml:id" mode="zs:flow"/>
        <xsl:for-each select="row">
          <tr>
            <xsl:apply-templates select="@xml:id" mode="zs:flow"/>
            <xsl:for-each select="cell">
              <td class="tx">
                <xsl:apply-templates select="@xml:id" mode="zs:flow"/>
                <xsl:call-template name="zs:content"/>
              </td>
            </xsl:for-each>
          </tr>
        </xsl:for-each>
      </table>
    </div>
  </xsl:template>

  <!-- Raw pages are one kind of mark, printed leaves another. -->
  <xsl:template match="pb" mode="zs:flow">
    <p class="mark {if (@ed = 'raw') then 'raw' else 'leaf'}">
      <xsl:apply-templates select="@xml:id" mode="zs:flow"/>
      <xsl:choose>
        <xsl:when test="@ed = 'raw'"><xsl:sequence select="zs:t('source-page')"/><xsl:text> </xsl:text>{@n}</xsl:when>
        <xsl:otherwise><xsl:apply-templates select="." mode="zs:inline"/></xsl:otherwise>
      </xsl:choose>
    </p>
  </xsl:template>
  <xsl:template match="lb" mode="zs:flow">
    <p class="mark"><xsl:apply-templates select="." mode="zs:inline"/></p>
  </xsl:template>

  <xsl:template match="gap" mode="zs:flow">
    <p class="mark missing">
      <xsl:choose>
        <xsl:when test="@reason = 'sampling' and @extent castable as xs:integer"><xsl:sequence select="zs:t('missing-n')"/>{@extent}</xsl:when>
        <xsl:when test="@reason = 'sampling'"><xsl:sequence select="zs:t('missing')"/></xsl:when>
        <xsl:otherwise><xsl:sequence select="zs:t('gap')"/></xsl:otherwise>
      </xsl:choose>
    </p>
  </xsl:template>

  <xsl:template match="fw | space" mode="zs:flow"/>

  <!-- A unit: its number, then base text and notes as they come. -->
  <xsl:template match="ab" mode="zs:flow">
    <section class="unit">
      <xsl:apply-templates select="@xml:id" mode="zs:flow"/>
      <xsl:if test="@xml:id and @n">
        <a class="n" href="#{@xml:id}" aria-label="{names:number(.)}"/>
      </xsl:if>
      <xsl:if test="@prev">
        <xsl:call-template name="zs:chain">
          <xsl:with-param name="to" select="@prev"/>
          <xsl:with-param name="word" select="'chain-back'"/>
        </xsl:call-template>
      </xsl:if>
      <xsl:for-each-group select="*[not(self::space)]" group-adjacent="exists(self::note)">
        <xsl:choose>
          <xsl:when test="current-grouping-key()">
            <div class="notes"><xsl:apply-templates select="current-group()" mode="zs:flow"/></div>
          </xsl:when>
          <xsl:otherwise><xsl:apply-templates select="current-group()" mode="zs:flow"/></xsl:otherwise>
        </xsl:choose>
      </xsl:for-each-group>
      <xsl:if test="@next">
        <xsl:call-template name="zs:chain">
          <xsl:with-param name="to" select="@next"/>
          <xsl:with-param name="word" select="'chain-on'"/>
        </xsl:call-template>
      </xsl:if>
    </section>
  </xsl:template>

  <xsl:template name="zs:chain">
    <xsl:param name="to" as="xs:string"/>
    <xsl:param name="word" as="xs:string"/>
    <xsl:variable name="id" select="substring-after($to, '#')"/>
    <xsl:if test="map:contains($file-of, $id)">
      <a class="chain" href="{$file-of($id)}#{$id}"><xsl:sequence select="zs:t($word)"/></a>
    </xsl:if>
  </xsl:template>

  <xsl:template match="seg" mode="zs:flow">
    <p class="tx base {zs:colour(@type)}" data-l="{@type}">
      <xsl:apply-templates select="@xml:id" mode="zs:flow"/>
      <xsl:if test="not(@type = $base-layers[1])">
        <xsl:attribute name="data-tag" select="@type"/>
      </xsl:if>
      <xsl:call-template name="zs:evidence"/>
      <xsl:call-template name="zs:content"/>
    </p>
  </xsl:template>

  <xsl:template match="note" mode="zs:flow">
    <xsl:variable name="voice" select="zs:voice(.)"/>
    <p class="tx note {zs:colour(@type)}" data-l="{@type}">
      <xsl:if test="$voice">
        <xsl:attribute name="data-v" select="$voice"/>
      </xsl:if>
      <xsl:apply-templates select="@xml:id" mode="zs:flow"/>
      <xsl:call-template name="zs:evidence"/>
      <!-- The words 註曰 name the layer; where the text has none, the edition does. -->
      <xsl:if test="not(label)">
        <xsl:choose>
          <xsl:when test="zs:person($voice)">
            <a class="tag" href="persons.html#{$voice}" aria-label="{@type} {zs:name($voice)}" data-tag="{@type}"/>
          </xsl:when>
          <xsl:otherwise><i class="tag" data-tag="{@type}"/></xsl:otherwise>
        </xsl:choose>
      </xsl:if>
      <xsl:call-template name="zs:content">
        <xsl:with-param name="voice" select="$voice" tunnel="yes"/>
      </xsl:call-template>
    </p>
  </xsl:template>

  <!-- Only a border that is not certain is said to be so. -->
  <xsl:template name="zs:evidence">
    <xsl:if test="@cert and not(@cert = 'high')">
      <xsl:attribute name="data-cert" select="@cert"/>
      <xsl:attribute name="data-ana" select="substring-after(@ana, '#')"/>
    </xsl:if>
  </xsl:template>

  <!-- inline -->

  <!-- The content of a passage. Between the anchors of an apparatus entry stands the reading that it is about. -->
  <xsl:template name="zs:content">
    <xsl:choose>
      <xsl:when test="anchor[key('zs:app', @xml:id)]">
        <xsl:call-template name="zs:readings"/>
      </xsl:when>
      <xsl:otherwise><xsl:apply-templates mode="zs:inline"/></xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template name="zs:readings">
    <xsl:for-each-group select="node()" group-starting-with="anchor[key('zs:app', @xml:id)]">
      <xsl:variable name="app" as="element()?" select="current-group()[1]/self::anchor/key('zs:app', @xml:id)[1]"/>
      <xsl:variable name="end" as="element()?" select="current-group()/self::anchor[@xml:id = substring-after($app/@to, '#')][1]"/>
      <xsl:choose>
        <xsl:when test="$app and $end">
          <xsl:apply-templates select="current-group()[1]" mode="zs:inline"/>
          <a class="lem {$app/rdg[1]/@type}" href="#{$app/@xml:id}">
            <xsl:if test="$app/lem/@cert[not(. = 'high')]">
              <xsl:attribute name="data-cert" select="$app/lem[1]/@cert"/>
            </xsl:if>
            <xsl:apply-templates select="current-group()[position() gt 1][. &lt;&lt; $end]" mode="zs:inline"/>
          </a>
          <xsl:apply-templates select="current-group()[. is $end or . &gt;&gt; $end]" mode="zs:inline"/>
        </xsl:when>
        <xsl:otherwise>
          <xsl:apply-templates select="current-group()[1]" mode="zs:inline"/>
          <xsl:if test="$app"><a class="lem" href="#{$app/@xml:id}" aria-label="{$app/@xml:id}"/></xsl:if>
          <xsl:apply-templates select="current-group()[position() gt 1]" mode="zs:inline"/>
        </xsl:otherwise>
      </xsl:choose>
    </xsl:for-each-group>
  </xsl:template>

  <xsl:template match="text()" mode="zs:inline">
    <xsl:value-of select="if (contains(., '&#10;')) then translate(., '&#9;&#10;&#13;', '') else ."/>
  </xsl:template>

  <xsl:template match="anchor" mode="zs:inline">
    <span><xsl:apply-templates select="@xml:id" mode="zs:inline"/></span>
  </xsl:template>

  <xsl:template match="label" mode="zs:inline">
    <xsl:param name="voice" as="xs:string?" tunnel="yes" select="()"/>
    <xsl:choose>
      <xsl:when test="zs:person($voice) and not(.//anchor)">
        <a class="label" href="persons.html#{$voice}"><xsl:apply-templates mode="zs:inline"/></a>
      </xsl:when>
      <xsl:otherwise><b class="label"><xsl:call-template name="zs:content"/></b></xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template match="pc" mode="zs:inline">
    <span class="pc"><xsl:apply-templates select="@xml:id" mode="zs:inline"/><xsl:call-template name="zs:content"/></span>
  </xsl:template>

  <!-- Characters. What each id stands for is worked out once. -->
  <xsl:variable name="glyphs" as="map(xs:string, element())" select="map:merge(/TEI/teiHeader//charDecl/(glyph | char)[@xml:id] ! map { string(@xml:id): . })"/>

  <xsl:template match="g" mode="zs:inline">
    <xsl:variable name="id" select="substring-after(@ref, '#')"/>
    <xsl:variable name="glyph" select="$glyphs($id)"/>
    <xsl:choose>
      <xsl:when test="not(node())">
        <a class="g no" href="#{$id}" data-g="{$id}">
          <xsl:variable name="parts" select="zs:composed($glyph/mapping[@type = 'IDS'][1])"/>
          <xsl:if test="exists($parts)">
            <xsl:attribute name="data-way" select="$parts[1]"/>
            <xsl:attribute name="data-a" select="$parts[2]"/>
            <xsl:attribute name="data-b" select="$parts[3]"/>
          </xsl:if>
          <xsl:text>{zs:gaiji(.)}</xsl:text>
        </a>
      </xsl:when>
      <xsl:when test="$glyph/mapping[@type = 'PUA']">
        <span class="g pua" data-g="{$id}">
          <xsl:call-template name="zs:standard"><xsl:with-param name="glyph" select="$glyph"/></xsl:call-template>
          <xsl:apply-templates mode="zs:inline"/>
        </span>
      </xsl:when>
      <xsl:otherwise>
        <span class="g">
          <xsl:call-template name="zs:standard"><xsl:with-param name="glyph" select="$glyph"/></xsl:call-template>
          <xsl:apply-templates mode="zs:inline"/>
        </span>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>
  <xsl:template name="zs:standard">
    <xsl:param name="glyph" as="element()?"/>
    <xsl:variable name="standard" select="$glyph/mapping[@type = 'standard'][1]/normalize-space()"/>
    <xsl:if test="$standard ne '' and $standard ne string(.)">
      <xsl:attribute name="title" select="$standard"/>
    </xsl:if>
  </xsl:template>

  <!-- ⿰月巽 and ⿱ with two plain parts can be drawn from them: the way, and the two parts. -->
  <xsl:function name="zs:composed" as="xs:string*">
    <xsl:param name="description" as="xs:string?"/>
    <xsl:variable name="parts" select="string-to-codepoints($description) ! codepoints-to-string(.)"/>
    <xsl:if test="count($parts) = 3 and $parts[1] = ('⿰', '⿱') and not($parts[position() gt 1] ! string-to-codepoints(.) = (12272 to 12287))">
      <xsl:sequence select="$parts"/>
    </xsl:if>
  </xsl:function>

  <xsl:template match="gap" mode="zs:inline">
    <span class="gap" data-reason="{@reason}"><xsl:apply-templates select="@xml:id" mode="zs:inline"/>{zs:text-of-gap(.)}</span>
  </xsl:template>
  <xsl:function name="zs:text-of-gap" as="xs:string">
    <xsl:param name="gap" as="element()"/>
    <xsl:variable name="text" as="xs:string*"><xsl:apply-templates select="$gap" mode="zs:text"/></xsl:variable>
    <xsl:sequence select="string-join($text)"/>
  </xsl:function>

  <xsl:template match="unclear | supplied" mode="zs:inline">
    <span class="{local-name()}">
      <xsl:apply-templates select="@xml:id" mode="zs:inline"/>
      <xsl:for-each select="@cert, @reason, @source">
        <xsl:attribute name="data-{local-name()}" select="replace(., '^#', '')"/>
      </xsl:for-each>
      <xsl:call-template name="zs:content"/>
    </span>
  </xsl:template>

  <!-- 005-44a is leaf 44a; the whole stays for the citation. -->
  <xsl:template match="pb" mode="zs:inline">
    <i class="pb{' raw'[current()/@ed = 'raw']}" data-n="{@n}" data-leaf="{replace(@n, '^.*-0*', '')}">
      <xsl:apply-templates select="@xml:id" mode="zs:inline"/>
      <xsl:if test="@ed and not(@ed = $printed)"><xsl:attribute name="data-ed" select="@ed"/></xsl:if>
    </i>
  </xsl:template>
  <xsl:template match="lb" mode="zs:inline">
    <i class="lb" data-n="{@n}">
      <xsl:apply-templates select="@xml:id" mode="zs:inline"/>
      <xsl:if test="@ed and not(@ed = $printed)"><xsl:attribute name="data-ed" select="@ed"/></xsl:if>
    </i>
  </xsl:template>
  <!-- The printed edition whose leaves are marked most often is the one that is cited. -->
  <xsl:variable name="printed" as="xs:string?">
    <xsl:for-each-group select="$body//pb[not(@ed = 'raw')] | $body//lb" group-by="string(@ed)">
      <xsl:sort select="count(current-group())" order="descending"/>
      <xsl:if test="position() = 1"><xsl:sequence select="current-grouping-key()"/></xsl:if>
    </xsl:for-each-group>
  </xsl:variable>

  <!-- Layout is shown where lines of a title or a table stand for it. -->
  <xsl:template match="space" mode="zs:inline">{if (ancestor::head or ancestor::cell) then '　' else ''}</xsl:template>

  <xsl:template match="*" mode="zs:inline" priority="-0.2">
    <span class="{local-name()}"><xsl:apply-templates select="@xml:id" mode="zs:inline"/><xsl:call-template name="zs:content"/></span>
  </xsl:template>
  <!-- An inner note is set off, not taken apart. -->
  <xsl:template match="seg//note | note//note" mode="zs:inline">
    <span class="within {zs:colour(string(@type))}"><xsl:apply-templates select="@xml:id" mode="zs:inline"/><xsl:call-template name="zs:content"/></span>
  </xsl:template>
</xsl:stylesheet>
