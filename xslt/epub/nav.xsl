<?xml version="1.0" encoding="UTF-8"?>
<!-- The navigation document: contents by juan and 篇, landmarks, printed leaves. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:names="urn:zhushu:names" xmlns:e="urn:zhushu:epub" xmlns:epub="http://www.idpf.org/2007/ops"
    xmlns="http://www.w3.org/1999/xhtml" version="3.0" expand-text="yes" exclude-result-prefixes="xsl xs names e"
    xpath-default-namespace="http://www.tei-c.org/ns/1.0">

  <xsl:template name="nav">
    <nav epub:type="toc" role="doc-toc" id="toc" aria-label="目録">
      <h1>目録</h1>
      <ol>
        <xsl:for-each select="$juan">
          <li>
            <a href="{e:file(.)}">{e:juan-name(.)}</a>
            <xsl:variable name="parts" select=".//div[@type = 'textpart'][e:part-name(.) ne '']"/>
            <xsl:if test="$parts">
              <ol>
                <xsl:for-each select="$parts">
                  <li>
                    <a href="{e:file(ancestor::div[@subtype = 'juan'])}#{(@xml:id, .//@xml:id)[1]}">{e:part-name(.)}</a>
                  </li>
                </xsl:for-each>
              </ol>
            </xsl:if>
          </li>
        </xsl:for-each>
        <xsl:if test="e:has-apparatus()">
          <li>
            <a href="apparatus.xhtml">校勘記</a>
          </li>
        </xsl:if>
        <li>
          <a href="colophon.xhtml">版權</a>
        </li>
      </ol>
    </nav>
    <nav epub:type="landmarks" hidden="hidden" aria-label="書之部分">
      <ol>
        <li>
          <a epub:type="toc" href="nav.xhtml#toc">目録</a>
        </li>
        <xsl:for-each select="$juan[1]">
          <li>
            <a epub:type="bodymatter" href="{e:file(.)}">正文</a>
          </li>
        </xsl:for-each>
      </ol>
    </nav>
    <xsl:if test="e:has-leaves()">
      <nav epub:type="page-list" hidden="hidden" aria-label="原書葉次">
        <ol>
          <xsl:for-each select="$juan//pb[e:is-leaf(.)]">
            <li>
              <a href="{e:file(ancestor::div[@subtype = 'juan'])}#{e:leaf-id(.)}">{@n}</a>
            </li>
          </xsl:for-each>
        </ol>
      </nav>
    </xsl:if>
  </xsl:template>

  <!-- 卷五　鄉射禮第五 -->
  <xsl:function name="e:juan-name" as="xs:string">
    <xsl:param name="juan" as="element(div)"/>
    <xsl:variable name="chapter" select="($juan/head[not(@type = ('title', 'juan', 'author'))][1] ! e:string(.),
                                          names:juan-title($juan))[. ne ''][1]"/>
    <xsl:sequence select="string-join((names:juan($juan), $chapter), '　')"/>
  </xsl:function>

  <xsl:function name="e:part-name" as="xs:string">
    <xsl:param name="part" as="element(div)"/>
    <xsl:sequence select="string(($part/head[1] ! e:string(.), names:untitled($part))[. ne ''][1])"/>
  </xsl:function>

  <!-- the characters of an element, unresolved ones as 〓 -->
  <xsl:function name="e:string" as="xs:string">
    <xsl:param name="element" as="element()"/>
    <xsl:sequence select="string-join($element//(text() | g[not(node())] | gap | space) !
        (if (self::text()) then translate(., ' &#9;&#10;&#13;', '')
         else if (self::g) then '〓' else if (self::gap) then '□' else '　'))"/>
  </xsl:function>

  <!-- Printed leaves. A leaf that is marked twice counts where it is marked first. -->
  <xsl:function name="e:has-leaves" as="xs:boolean">
    <xsl:sequence select="exists($juan//pb[@ed ne 'raw'])"/>
  </xsl:function>

  <xsl:function name="e:is-leaf" as="xs:boolean">
    <xsl:param name="pb" as="element(pb)"/>
    <xsl:sequence select="$pb/@ed ne 'raw' and key('leaf', e:leaf-id($pb), root($pb))[1] is $pb"/>
  </xsl:function>

  <xsl:function name="e:leaf-id" as="xs:string">
    <xsl:param name="pb" as="element(pb)"/>
    <xsl:sequence select="'leaf.' || replace($pb/@ed || '.' || $pb/@n, '[^A-Za-z0-9._-]', '_')"/>
  </xsl:function>
</xsl:stylesheet>
