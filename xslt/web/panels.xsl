<?xml version="1.0" encoding="UTF-8"?>
<!-- The words of the interface, and the panels that editions and the list of works share. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:map="http://www.w3.org/2005/xpath-functions/map"
    xmlns:zs="urn:zhushu:xslt" exclude-result-prefixes="#all"
    expand-text="yes">

  <xsl:variable name="words" as="document-node()" select="document('strings.xml')"/>
  <xsl:key name="zs:word" match="*:s" use="@k"/>

  <!-- A word of the interface in its three languages; the style sheet shows one. -->
  <xsl:variable name="shown-words" as="map(xs:string, element())" select="map:merge($words/*/*:s ! map { string(@k): zs:t(@k, '') })"/>
  <xsl:function name="zs:t" as="element()">
    <xsl:param name="key" as="xs:string"/>
    <xsl:sequence select="$shown-words($key)"/>
  </xsl:function>
  <xsl:function name="zs:t" as="element()">
    <xsl:param name="key" as="xs:string"/>
    <xsl:param name="class" as="xs:string"/>
    <xsl:variable name="word" select="key('zs:word', $key, $words)"/>
    <span class="{normalize-space('t ' || $class)}">
      <span lang="zh-Hant">{$word/*:hant}</span>
      <span lang="zh-Hans">{$word/*:hans}</span>
      <span lang="en">{$word/*:en}</span>
    </span>
  </xsl:function>

  <!-- A layer by its name, in the script of the interface. -->
  <xsl:function name="zs:layer" as="node()">
    <xsl:param name="name" as="xs:string"/>
    <xsl:variable name="word" select="$words/*/*:w[@k = $name]"/>
    <xsl:choose>
      <xsl:when test="$word">
        <span class="t"><span lang="zh-Hant">{$name}</span><span lang="zh-Hans">{$word/*:hans}</span><span lang="en"><span lang="zh-Hant">{$name}</span></span></span>
      </xsl:when>
      <xsl:otherwise><xsl:value-of select="$name"/></xsl:otherwise>
    </xsl:choose>
  </xsl:function>

  <!-- Where the script says things. -->
  <xsl:template name="zs:script-words">
    <div class="tip" id="ui:tip" role="tooltip" hidden="hidden"/>
    <p class="toast" id="ui:toast" role="status" hidden="hidden"/>
    <p id="ui:words" hidden="hidden">
      <xsl:for-each select="$words/*/*:w">
        <xsl:attribute name="data-{@k}" select="string-join((*:hant, *:hans, *:en), '|')"/>
      </xsl:for-each>
    </p>
  </xsl:template>

  <xsl:template name="zs:close">
    <button type="button" class="close" data-do="close"><span aria-hidden="true">✕</span><xsl:sequence select="zs:t('close', 'sr')"/></button>
  </xsl:template>

  <xsl:template name="zs:choice">
    <xsl:param name="label" as="xs:string"/>
    <xsl:param name="set" as="xs:string"/>
    <xsl:param name="values" as="xs:string+"/>
    <xsl:param name="words" as="xs:string+" select="$values"/>
    <xsl:param name="default" as="xs:string" select="$values[1]"/>
    <div class="row">
      <span class="label" id="ui:word-{$label}"><xsl:sequence select="zs:t($label)"/></span>
      <div class="group" role="group" aria-labelledby="ui:word-{$label}">
        <xsl:for-each select="$values">
          <xsl:variable name="k" select="position()"/>
          <button type="button" data-set="{$set}" data-value="{.}" aria-pressed="{. = $default}"><xsl:sequence select="zs:t($words[$k])"/></button>
        </xsl:for-each>
      </div>
    </div>
  </xsl:template>

  <xsl:template name="zs:common-settings">
    <div class="row">
      <span class="label" id="ui:word-size"><xsl:sequence select="zs:t('size')"/></span>
      <div class="group" role="group" aria-labelledby="ui:word-size">
        <button type="button" data-do="smaller"><span aria-hidden="true">A−</span><xsl:sequence select="zs:t('smaller', 'sr')"/></button>
        <button type="button" data-do="larger"><span aria-hidden="true">A＋</span><xsl:sequence select="zs:t('larger', 'sr')"/></button>
      </div>
    </div>
    <xsl:call-template name="zs:choice">
      <xsl:with-param name="label" select="'theme'"/>
      <xsl:with-param name="set" select="'theme'"/>
      <xsl:with-param name="values" select="'auto', 'light', 'dark'"/>
    </xsl:call-template>
    <div class="row">
      <span class="label" id="ui:word-language"><xsl:sequence select="zs:t('language')"/></span>
      <div class="group" role="group" aria-labelledby="ui:word-language">
        <button type="button" data-set="ui" data-value="hant" aria-pressed="true" lang="zh-Hant">繁體</button>
        <button type="button" data-set="ui" data-value="hans" aria-pressed="false" lang="zh-Hans">简体</button>
        <button type="button" data-set="ui" data-value="en" aria-pressed="false" lang="en">English</button>
      </div>
    </div>
    <xsl:call-template name="zs:choice">
      <xsl:with-param name="label" select="'keys'"/>
      <xsl:with-param name="set" select="'keys'"/>
      <xsl:with-param name="values" select="'on', 'off'"/>
    </xsl:call-template>
    <p class="actions">
      <button type="button" data-do="share"><xsl:sequence select="zs:t('share')"/></button>
      <button type="button" data-do="help"><xsl:sequence select="zs:t('help')"/></button>
      <button type="button" data-do="reset"><xsl:sequence select="zs:t('reset')"/></button>
    </p>
  </xsl:template>

  <xsl:template name="zs:search">
    <dialog class="sheet search" id="ui:search" aria-labelledby="ui:word-search">
      <div class="sheet-head">
        <h2 id="ui:word-search"><xsl:sequence select="zs:t('search-work')"/></h2>
        <xsl:call-template name="zs:close"/>
      </div>
      <xsl:call-template name="zs:search-form"/>
    </dialog>
    <aside class="stepper" hidden="hidden" aria-labelledby="ui:word-search">
      <button type="button" data-do="hit-back"><span aria-hidden="true">‹</span><xsl:sequence select="zs:t('previous', 'sr')"/></button>
      <button type="button" data-do="search" class="tally"/>
      <button type="button" data-do="hit-on"><span aria-hidden="true">›</span><xsl:sequence select="zs:t('next', 'sr')"/></button>
      <button type="button" data-do="hit-end"><span aria-hidden="true">✕</span><xsl:sequence select="zs:t('close', 'sr')"/></button>
    </aside>
  </xsl:template>

  <xsl:template name="zs:search-form">
    <form role="search">
      <input type="search" name="q" lang="lzh-Hant" autocomplete="off" spellcheck="false" aria-labelledby="ui:word-search"/>
      <label class="check"><input type="checkbox" name="exact"/><xsl:text> </xsl:text><xsl:sequence select="zs:t('exact')"/></label>
    </form>
    <div class="facets" role="group" aria-labelledby="ui:word-search"/>
    <p class="status" role="status"/>
    <ol class="hits"/>
  </xsl:template>

  <xsl:template name="zs:help">
    <dialog class="sheet help" id="ui:help" aria-labelledby="ui:word-help">
      <div class="sheet-head">
        <h2 id="ui:word-help"><xsl:sequence select="zs:t('help')"/></h2>
        <xsl:call-template name="zs:close"/>
      </div>
      <dl class="keys">
        <xsl:for-each select="'1–9|layer', 'l|layout', 'v|direction', 'j k|passage', 'Enter|card', '[ ]|sign', '/|search', 'n p|hit', 't|contents', 's|settings', 'Esc|escape'">
          <dt><xsl:for-each select="tokenize(substring-before(., '|'))"><kbd>{.}</kbd><xsl:text> </xsl:text></xsl:for-each></dt>
          <dd><xsl:sequence select="zs:t('key-' || substring-after(., '|'))"/></dd>
        </xsl:for-each>
      </dl>
    </dialog>
  </xsl:template>
</xsl:stylesheet>
