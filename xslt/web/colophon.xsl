<?xml version="1.0" encoding="UTF-8"?>
<!-- index.html (title page, contents, colophon, citation, downloads) and persons.html, from the header of the TEI. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:fn="http://www.w3.org/2005/xpath-functions"
    xmlns:names="urn:zhushu:names" xmlns:zs="urn:zhushu:xslt"
    xpath-default-namespace="http://www.tei-c.org/ns/1.0" exclude-result-prefixes="#all" expand-text="yes">

  <xsl:variable name="header" as="element()?" select="/TEI/teiHeader"/>
  <xsl:variable name="authors" as="xs:string*"
    select="$header/fileDesc/titleStmt/author ! (zs:name(tokenize(@ref)[1] ! replace(., '^#', ''))[.], normalize-space(.))[1]"/>
  <!-- Whether the book is whole. It is not where pages or juan are missing; it is where the headers of its pages number
       them 1 to N of N (第3页/共85页); else nothing is known. -->
  <xsl:variable name="complete" as="xs:boolean?">
    <xsl:variable name="juan" as="xs:integer*" select="distinct-values($parts/@n[. castable as xs:integer] ! xs:integer(.))"/>
    <xsl:variable name="headers" as="xs:string*" select="$body//fw[@type = 'header'] ! translate(normalize-space(.), '０１２３４５６７８９頁 ', '0123456789页')"/>
    <xsl:variable name="numbers" as="xs:string*" select="distinct-values($headers ! analyze-string(., '第0*([0-9]+)页\D?共0*([0-9]+)页')/fn:match/string-join(fn:group, '/'))"/>
    <xsl:variable name="total" as="xs:string*" select="distinct-values($numbers ! substring-after(., '/'))"/>
    <xsl:choose>
      <xsl:when test="$body//gap[@unit = 'page'] or min($juan) gt 1 or max($juan) - min($juan) ge count($juan)">
        <xsl:sequence select="false()"/>
      </xsl:when>
      <xsl:when test="count($total) eq 1 and $total eq string(count($numbers))">
        <xsl:sequence select="true()"/>
      </xsl:when>
    </xsl:choose>
  </xsl:variable>
  <xsl:function name="zs:completeness" as="element()">
    <xsl:param name="complete" as="xs:boolean?"/>
    <xsl:sequence select="zs:t(if (empty($complete)) then 'unknown' else if ($complete) then 'complete' else 'incomplete')"/>
  </xsl:function>

  <xsl:template name="zs:index">
        <div class="front">
          <xsl:call-template name="zs:title-page"/>
          <section aria-labelledby="ui:contents-here">
            <h2 id="ui:contents-here"><xsl:sequence select="zs:t('contents')"/></h2>
            <p class="resume" hidden="hidden"><a href="{$pages[1]?file}"><xsl:sequence select="zs:t('resume')"/><xsl:text> </xsl:text><span lang="lzh-Hant"/></a></p>
            <xsl:call-template name="zs:contents"><xsl:with-param name="counted" select="true()"/></xsl:call-template>
          </section>
          <xsl:call-template name="zs:counts"/>
          <xsl:call-template name="zs:citation"/>
          <xsl:call-template name="zs:downloads"/>
          <xsl:call-template name="zs:colophon"/>
          <noscript><p class="hint"><xsl:sequence select="zs:t('no-script')"/></p></noscript>
        </div>
  </xsl:template>

  <xsl:template name="zs:title-page">
    <header class="title-page" lang="lzh-Hant">
      <h1>{$title}</h1>
      <xsl:if test="exists($authors)">
        <p class="by">{string-join($authors, '、')}</p>
      </xsl:if>
      <xsl:for-each select="$titles[not(normalize-space(.) = $title)]">
        <p class="alt"><xsl:copy-of select="zs:lang(@xml:lang)"/>{normalize-space(.)}</p>
      </xsl:for-each>
      <xsl:if test="exists($pages)">
        <p class="open"><a class="button" href="{$pages[1]?file}"><xsl:sequence select="zs:t('read')"/></a></p>
      </xsl:if>
    </header>
  </xsl:template>

  <xsl:function name="zs:lang" as="attribute()?">
    <xsl:param name="tag" as="attribute()?"/>
    <xsl:if test="matches($tag, '^[A-Za-z0-9-]+$')"><xsl:attribute name="lang" select="$tag"/></xsl:if>
  </xsl:function>

  <!-- How much each layer and voice has to say. -->
  <xsl:template name="zs:counts">
    <section aria-labelledby="ui:counts">
      <h2 id="ui:counts"><xsl:sequence select="zs:t('layers')"/></h2>
      <table class="counts">
        <thead><tr>
          <th scope="col"><xsl:sequence select="zs:t('layers')"/></th>
          <th scope="col"><xsl:sequence select="zs:t('voices')"/></th>
          <th scope="col"><xsl:sequence select="zs:t('count')"/></th>
        </tr></thead>
        <tbody>
          <xsl:for-each select="$layers">
            <xsl:variable name="layer" select="."/>
            <tr class="{zs:colour(.)}">
              <th scope="row" lang="lzh-Hant"><xsl:sequence select="zs:layer(.)"/></th>
              <td lang="lzh-Hant">
                <xsl:for-each select="$voices-of($layer)">
                  <xsl:if test="position() gt 1">、</xsl:if>
                  <xsl:choose>
                    <xsl:when test="zs:person(.)"><a href="persons.html#{.}">{zs:name(.)}</a></xsl:when>
                    <xsl:otherwise>{.}</xsl:otherwise>
                  </xsl:choose>
                </xsl:for-each>
              </td>
              <td class="number">{format-number($size-of($layer), '#,##0')}</td>
            </tr>
          </xsl:for-each>
        </tbody>
      </table>
      <p class="hint">
        <xsl:sequence select="zs:t('completeness')"/><xsl:text>: </xsl:text>
        <xsl:sequence select="zs:completeness($complete)"/>
      </p>
    </section>
  </xsl:template>

  <xsl:template name="zs:citation">
    <section aria-labelledby="ui:cite">
      <h2 id="ui:cite"><xsl:sequence select="zs:t('cite')"/></h2>
      <p class="citation" lang="lzh-Hant">{names:citation($header, $authors, $title)}</p>
      <p class="hint"><xsl:sequence select="zs:t('cite-passage')"/></p>
    </section>
  </xsl:template>
  <!-- What zhushu writes where an edition says nothing is for machines. -->
  <xsl:variable name="publisher" as="xs:string" select="string($header/fileDesc/publicationStmt/publisher[1][not(. = 'unpublished')]/normalize-space())"/>

  <xsl:template name="zs:downloads">
    <xsl:variable name="offered" select="tokenize($downloads, '\n')[matches(., '^\S+ \S')]"/>
    <xsl:if test="exists($offered)">
      <section aria-labelledby="ui:downloads">
        <h2 id="ui:downloads"><xsl:sequence select="zs:t('downloads')"/></h2>
        <ul class="downloads">
          <xsl:for-each select="$offered">
            <li><a href="{replace(substring-after(., ' '), '{version}', $version, 'q')}"><xsl:sequence select="zs:t(substring-before(., ' '))"/></a></li>
          </xsl:for-each>
        </ul>
      </section>
    </xsl:if>
  </xsl:template>

  <!-- The colophon says what the header says, in its order; how the segments are encoded is for readers of the TEI. -->
  <xsl:template name="zs:colophon">
    <xsl:variable name="file" select="$header/fileDesc"/>
    <section class="colophon" aria-labelledby="ui:colophon">
      <h2 id="ui:colophon"><xsl:sequence select="zs:t('colophon')"/></h2>
      <dl>
        <xsl:call-template name="zs:entry"><xsl:with-param name="word" select="'titles'"/><xsl:with-param name="items" select="$titles"/></xsl:call-template>
        <xsl:call-template name="zs:entry"><xsl:with-param name="word" select="'author'"/><xsl:with-param name="items" select="$file/titleStmt/author"/></xsl:call-template>
        <xsl:call-template name="zs:entry"><xsl:with-param name="word" select="'responsible'"/><xsl:with-param name="items" select="$file/titleStmt/(editor | respStmt)"/></xsl:call-template>
        <xsl:call-template name="zs:entry"><xsl:with-param name="word" select="'version'"/><xsl:with-param name="items" select="$file/editionStmt/edition"/></xsl:call-template>
        <xsl:call-template name="zs:entry"><xsl:with-param name="word" select="'publisher'"/><xsl:with-param name="items" select="$file/publicationStmt/publisher[$publisher]"/></xsl:call-template>
        <xsl:call-template name="zs:entry"><xsl:with-param name="word" select="'date'"/><xsl:with-param name="items" select="$file/publicationStmt/date[not(. = 'undated')]"/></xsl:call-template>
        <xsl:call-template name="zs:entry"><xsl:with-param name="word" select="'identifier'"/><xsl:with-param name="items" select="$file/publicationStmt/idno[names:assigned(.)]"/></xsl:call-template>
        <xsl:call-template name="zs:entry"><xsl:with-param name="word" select="'licence'"/><xsl:with-param name="items" select="$file/publicationStmt/availability/*"/></xsl:call-template>
        <xsl:call-template name="zs:entry"><xsl:with-param name="word" select="'sources'"/><xsl:with-param name="items" select="$file/sourceDesc/(bibl[not(@type = ('digital', 'work'))] | p)"/></xsl:call-template>
        <xsl:call-template name="zs:entry"><xsl:with-param name="word" select="'witnesses'"/><xsl:with-param name="items" select="$file/sourceDesc//witness"/></xsl:call-template>
        <xsl:call-template name="zs:entry"><xsl:with-param name="word" select="'works'"/><xsl:with-param name="items" select="$file/sourceDesc//bibl[@type = 'work']"/></xsl:call-template>
        <xsl:call-template name="zs:entry"><xsl:with-param name="word" select="'principles'"/><xsl:with-param name="items" select="$header/encodingDesc/(projectDesc | samplingDecl | editorialDecl/(* except segmentation))/p"/></xsl:call-template>
        <xsl:call-template name="zs:entry"><xsl:with-param name="word" select="'made-with'"/><xsl:with-param name="items" select="$header/encodingDesc/appInfo/application"/></xsl:call-template>
        <xsl:call-template name="zs:entry"><xsl:with-param name="word" select="'changes'"/><xsl:with-param name="items" select="$header/revisionDesc//change"/></xsl:call-template>
      </dl>
      <xsl:variable name="files" select="$file/sourceDesc//bibl[@type = 'digital']"/>
      <xsl:if test="$files">
        <details>
          <summary><xsl:sequence select="zs:t('files')"/> ({count($files)})</summary>
          <ul class="files"><xsl:for-each select="$files"><li><xsl:apply-templates select="@xml:id" mode="zs:flow"/><xsl:apply-templates select="." mode="zs:prose"/></li></xsl:for-each></ul>
        </details>
      </xsl:if>
    </section>
  </xsl:template>

  <xsl:template name="zs:entry">
    <xsl:param name="word" as="xs:string"/>
    <xsl:param name="items" as="element()*"/>
    <xsl:if test="$items">
      <div>
        <dt><xsl:sequence select="zs:t($word)"/></dt>
        <xsl:for-each select="$items">
          <dd>
            <xsl:copy-of select="zs:lang(@xml:lang)"/>
            <!-- said twice, it is shown in the language of the interface -->
            <xsl:variable name="same" select="../*[name() = name(current())][string(@type) = string(current()/@type)]"/>
            <xsl:if test="@xml:lang and $same[@xml:lang = 'en'] and $same[starts-with(@xml:lang, 'zh')]">
              <xsl:attribute name="class" select="if (@xml:lang = 'en') then 'in-english' else 'in-chinese'"/>
            </xsl:if>
            <xsl:apply-templates select="@xml:id[not(current()/self::respStmt)]" mode="zs:flow"/>
            <xsl:apply-templates select="." mode="zs:prose"/>
          </dd>
        </xsl:for-each>
      </div>
    </xsl:if>
  </xsl:template>

  <!-- Header prose: words, with links where the header gives a web address. -->
  <xsl:mode name="zs:prose" on-no-match="text-only-copy"/>
  <xsl:template match="*[matches((@target, @ref)[1], '^https?://')]" mode="zs:prose">
    <a href="{(@target, @ref)[1]}" rel="license external">{(normalize-space(.)[.], (@target, @ref)[1])[1]}</a>
  </xsl:template>
  <xsl:template match="author[@ref]" mode="zs:prose">
    <xsl:variable name="id" select="substring-after(@ref, '#')"/>
    <xsl:choose>
      <xsl:when test="$id = $voices and zs:person($id)"><a href="persons.html#{$id}">{normalize-space(.)}</a></xsl:when>
      <xsl:otherwise>{normalize-space(.)}</xsl:otherwise>
    </xsl:choose>
    <xsl:if test="parent::bibl"><xsl:text> </xsl:text></xsl:if>
  </xsl:template>
  <xsl:template match="date[@when][not(normalize-space(.))]" mode="zs:prose">{@when}</xsl:template>
  <xsl:template match="application" mode="zs:prose">{normalize-space(.)} {@version}</xsl:template>
  <xsl:template match="change" mode="zs:prose">{@when ! (. || ' ')}<xsl:apply-templates mode="zs:prose"/></xsl:template>
  <xsl:template match="respStmt" mode="zs:prose">
    <xsl:for-each select="name | persName | orgName, resp">
      <xsl:if test="position() gt 1">：</xsl:if>
      <xsl:apply-templates select="." mode="zs:prose"/>
    </xsl:for-each>
  </xsl:template>
  <xsl:template match="witness" mode="zs:prose"><b>{@xml:id}</b><xsl:text> </xsl:text><xsl:choose>
      <xsl:when test="* or not(zs:said(.))">{string-join(((.//msName, .//collection, .//repository) ! normalize-space(.)[.], text() ! normalize-space(.)[.]), '，')}</xsl:when>
      <xsl:otherwise><xsl:sequence select="zs:said(.)"/></xsl:otherwise>
    </xsl:choose></xsl:template>
  <xsl:template match="bibl[@type = 'work']/title" mode="zs:prose"><cite>{normalize-space(.)}</cite><xsl:text> </xsl:text></xsl:template>
  <xsl:template match="bibl[@type = 'digital']" mode="zs:prose"><code>{idno[@type = 'filename']}</code><xsl:text> </xsl:text><small>{string-join(idno[not(@type = 'filename')] ! (@type || ' ' || .), ' · ')}</small></xsl:template>
  <xsl:template match="text()[zs:said(.)]" mode="zs:prose" priority="1"><xsl:sequence select="zs:said(.)"/></xsl:template>
  <!-- The words that zhushu itself writes into a header, in the language of the interface. -->
  <xsl:function name="zs:said" as="element()?">
    <xsl:param name="words" as="node()"/>
    <xsl:sequence select="$shown-words('said:' || normalize-space($words))"/>
  </xsl:function>
  <xsl:template match="text()" mode="zs:prose">{replace(., '\s+', ' ')}</xsl:template>

  <!-- persons.html -->

  <xsl:template name="zs:persons">
    <div class="front">
      <h1><xsl:sequence select="zs:t('persons')"/></h1>
      <xsl:for-each select="$header//listPerson/(person | org | personGrp)">
        <xsl:call-template name="zs:one-person"/>
      </xsl:for-each>
    </div>
  </xsl:template>

  <xsl:template name="zs:one-person">
    <xsl:variable name="id" select="string(@xml:id)"/>
    <xsl:variable name="name" select="zs:name($id)"/>
    <section class="person">
      <xsl:apply-templates select="@xml:id" mode="zs:flow"/>
      <h2 lang="lzh-Hant">{$name}</h2>
      <xsl:apply-templates select="." mode="zs:about"/>
      <xsl:variable name="said" as="element()*" select="key('zs:said', $id, $body)"/>
      <xsl:if test="$said">
        <h3><xsl:sequence select="zs:t('says')"/></h3>
        <p class="needs-script"><a href="index.html?in=v:{encode-for-uri($id)}"><xsl:sequence select="zs:t('says-all')"/></a></p>
        <ul class="said" lang="lzh-Hant">
          <xsl:for-each-group select="$said" group-by="$file-of(string(ancestor::ab[1]/@xml:id))">
            <xsl:variable name="page" select="$pages[?file = current-grouping-key()]"/>
            <li>
              <a href="{$page?file}#{zs:anchor(.)}">{zs:full-place($page)}</a>
              <xsl:text> </xsl:text>
              <xsl:for-each-group select="current-group()" group-by="string(@type)">
                <span class="{zs:colour(current-grouping-key())} tally"><xsl:sequence select="zs:layer(current-grouping-key())"/> {count(current-group())}</span>
                <xsl:text> </xsl:text>
              </xsl:for-each-group>
            </li>
          </xsl:for-each-group>
        </ul>
      </xsl:if>
    </section>
  </xsl:template>

  <!-- Who somebody is: other names, dates, what the header says, authorities. On this page and in a card. -->
  <xsl:template match="*" mode="zs:about">
    <xsl:variable name="others" select="(persName | orgName)[not(normalize-space(.) = zs:name(current()/@xml:id))]"/>
    <xsl:if test="$others">
      <p class="names">
        <xsl:for-each select="$others">
          <xsl:if test="position() gt 1"> · </xsl:if>
          <span><xsl:copy-of select="zs:lang(@xml:lang)"/>{normalize-space(.)}</span>
        </xsl:for-each>
      </p>
    </xsl:if>
    <xsl:for-each select="zs:dates(.)">
      <p class="dates"><xsl:sequence select="zs:t('dates', 'sr')"/>{.}</p>
    </xsl:for-each>
    <xsl:for-each select="note | p">
      <p><xsl:copy-of select="zs:lang(@xml:lang)"/><xsl:apply-templates mode="zs:prose"/></p>
    </xsl:for-each>
    <xsl:if test="idno">
      <ul class="authorities"><xsl:for-each select="idno"><li><xsl:call-template name="zs:authority"/></li></xsl:for-each></ul>
    </xsl:if>
  </xsl:template>

  <xsl:function name="zs:dates" as="xs:string?">
    <xsl:param name="person" as="element()"/>
    <xsl:variable name="life" select="string-join($person/(birth, death) ! (normalize-space(.)[.], @when ! replace(., '^0+', ''))[1], '–')"/>
    <xsl:sequence select="($life, $person/floruit ! normalize-space(.))[.][1]"/>
  </xsl:function>

  <!-- Known authorities have an address; others are named. -->
  <xsl:function name="zs:address" as="xs:string?">
    <xsl:param name="authority" as="element()"/>
    <xsl:variable name="value" select="normalize-space($authority)"/>
    <xsl:sequence select="
      if (matches($value, '^https?://')) then $value
      else if (not(matches($value, '^[A-Za-z0-9]+$'))) then ()
      else map {
        'VIAF': 'https://viaf.org/viaf/', 'WIKIDATA': 'https://www.wikidata.org/wiki/',
        'CBDB': 'https://cbdb.fas.harvard.edu/cbdbapi/person.php?id=' }(upper-case($authority/@type)) ! (. || $value)"/>
  </xsl:function>
  <xsl:template name="zs:authority">
    <xsl:variable name="words" select="normalize-space(@type || ' ' || .)"/>
    <xsl:choose>
      <xsl:when test="zs:address(.)"><a href="{zs:address(.)}" rel="external">{$words}</a></xsl:when>
      <xsl:otherwise>{$words}</xsl:otherwise>
    </xsl:choose>
  </xsl:template>
</xsl:stylesheet>
