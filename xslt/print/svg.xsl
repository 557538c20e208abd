<?xml version="1.0" encoding="UTF-8"?>
<!-- A leaf of the grid → an SVG, mode "svg". Every character has a place of its own, so that any viewer draws the same
     columns, with or without vertical writing. Measures are those of publish/layouts/siku.toml, in millimetres. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:svg="urn:zhushu:svg" xmlns="http://www.w3.org/2000/svg" version="3.0" expand-text="yes"
    exclude-result-prefixes="#all">

  <xsl:variable name="svg:column" as="xs:double" select="13"/>
  <xsl:variable name="svg:depth" as="xs:double" select="158"/>
  <xsl:variable name="svg:fold" as="xs:double" select="14"/>
  <xsl:variable name="svg:margin" as="xs:double" select="8"/>
  <xsl:variable name="svg:base" as="xs:double" select="6.7"/>
  <xsl:variable name="svg:note" as="xs:double" select="5.2"/>
  <xsl:variable name="svg:ink" as="xs:string" select="'#14110F'"/>
  <xsl:variable name="svg:line" as="xs:string" select="'#A3231D'"/>
  <xsl:variable name="svg:paper" as="xs:string" select="'#FDF6E6'"/>
  <xsl:variable name="svg:fonts" as="xs:string"
      select="'''Noto Serif CJK TC'', ''Noto Serif TC'', ''Noto Serif SC'', ''Zhushu Rare'', serif'"/>

  <xsl:function name="svg:n" as="xs:string">
    <xsl:param name="number" as="xs:double"/>
    <xsl:sequence select="string(round($number, 2))"/>
  </xsl:function>

  <xsl:function name="svg:columns" as="xs:integer">
    <xsl:param name="node" as="element()"/>
    <xsl:sequence select="xs:integer($node/ancestor-or-self::grid/@columns)"/>
  </xsl:function>

  <xsl:function name="svg:width" as="xs:double">
    <xsl:param name="grid" as="element(grid)"/>
    <xsl:sequence select="2 * $grid/@columns * $svg:column + $svg:fold + 2 * $svg:margin"/>
  </xsl:function>

  <xsl:variable name="svg:height" as="xs:double" select="$svg:depth + 2 * $svg:margin"/>

  <xsl:template match="leaf" mode="svg">
    <xsl:variable name="width" select="svg:width(ancestor::grid)"/>
    <svg viewBox="0 0 {svg:n($width)} {svg:n($svg:height)}" font-family="{$svg:fonts}" text-anchor="middle"
        fill="{$svg:ink}" role="img">
      <title>{ancestor::grid/@title}　{../@label}葉{@label}</title>
      <rect width="{svg:n($width)}" height="{svg:n($svg:height)}" fill="{$svg:paper}"/>
      <xsl:call-template name="svg:frame"/>
      <xsl:call-template name="svg:running-heads"/>
      <xsl:apply-templates select="half/column/run" mode="svg"/>
    </svg>
  </xsl:template>

  <!-- frame, rules and fishtail -->
  <xsl:template name="svg:frame">
    <xsl:variable name="c" select="svg:columns(.)"/>
    <xsl:variable name="half" select="$c * $svg:column"/>
    <xsl:variable name="block" select="2 * $half + $svg:fold"/>
    <xsl:variable name="fold" select="$svg:margin + $half"/>
    <xsl:variable name="tail" select="$svg:margin + 0.27 * $svg:depth"/>
    <g fill="none" stroke="{$svg:line}" stroke-width="0.15">
      <rect x="{svg:n($svg:margin - 1.8)}" y="{svg:n($svg:margin - 1.8)}" width="{svg:n($block + 3.6)}"
          height="{svg:n($svg:depth + 3.6)}" stroke-width="1"/>
      <rect x="{svg:n($svg:margin)}" y="{svg:n($svg:margin)}" width="{svg:n($block)}" height="{svg:n($svg:depth)}"/>
      <path d="{string-join(for $x in (for $k in 1 to $c return ($svg:margin + $k * $svg:column, $fold + $svg:fold + ($k - 1) * $svg:column))
                            return 'M' || svg:n($x) || ' ' || svg:n($svg:margin) || 'v' || svg:n($svg:depth), ' ')}"/>
      <path fill="{$svg:line}" stroke="none" d="M{svg:n($fold)} {svg:n($tail)}h{svg:n($svg:fold)}v9l{svg:n(-$svg:fold div 2)} -4.5l{svg:n(-$svg:fold div 2)} 4.5z"/>
    </g>
  </xsl:template>

  <xsl:template name="svg:running-heads">
    <xsl:variable name="x" select="$svg:margin + svg:columns(.) * $svg:column + $svg:fold div 2"/>
    <xsl:sequence select="
        svg:line(ancestor::grid/@running, $x, 0.06), svg:line(../@label, $x, 0.36), svg:line(@label, $x, 0.8)"/>
  </xsl:template>

  <!-- a line of the fold, from a part of its height downwards -->
  <xsl:function name="svg:line" as="element()?">
    <xsl:param name="text" as="xs:string"/>
    <xsl:param name="x" as="xs:double"/>
    <xsl:param name="from" as="xs:double"/>
    <xsl:variable name="pitch" select="min((5.6, 0.19 * $svg:depth div max((1, string-length($text)))))"/>
    <xsl:sequence select="svg:text($text, $x, $svg:margin + $from * $svg:depth, min((4.6, $pitch)), $pitch)"/>
  </xsl:function>

  <xsl:template match="run" mode="svg">
    <xsl:variable name="grid" select="ancestor::grid"/>
    <xsl:variable name="height" as="xs:double" select="xs:double((../@height, $grid/@height)[1])"/>
    <xsl:variable name="is-note" select="@kind eq 'note' or @row ne 'row'"/>
    <xsl:variable name="pitch" as="xs:double" select="$svg:depth * (if ($is-note) then $grid/@note else $grid/@base) div $height"/>
    <xsl:variable name="size" as="xs:double" select="min((if ($is-note) then $svg:note else $svg:base, $pitch))"/>
    <xsl:variable name="right" as="xs:double" select="$svg:margin + svg:columns(.) * $svg:column
        + (if (ancestor::half/@side eq 'a') then $svg:fold + svg:columns(.) * $svg:column else 0)"/>
    <xsl:variable name="x" as="xs:double" select="$right - ../@n * $svg:column
        + $svg:column * (if (@row eq 'right') then 0.74 else if (@row eq 'left') then 0.26 else 0.5)"/>
    <xsl:variable name="top" as="xs:double" select="$svg:margin + $svg:depth * @y div $height"/>
    <g>
      <xsl:if test="@from">
        <xsl:attribute name="data-from" select="@from"/>
      </xsl:if>
      <xsl:if test="@kind = ('base', 'head', 'trailer')">
        <xsl:attribute name="stroke" select="$svg:ink"/>
        <xsl:attribute name="stroke-width" select="'0.12'"/>
      </xsl:if>
      <xsl:if test="@kind eq 'gap'">
        <xsl:attribute name="fill" select="$svg:line"/>
      </xsl:if>
      <xsl:iterate select="node()">
        <xsl:param name="cell" as="xs:integer" select="0"/>
        <xsl:variable name="y" select="$top + $cell * $pitch"/>
        <xsl:apply-templates select="." mode="svg:piece">
          <xsl:with-param name="x" select="$x"/>
          <xsl:with-param name="y" select="$y"/>
          <xsl:with-param name="size" select="$size"/>
          <xsl:with-param name="pitch" select="$pitch"/>
        </xsl:apply-templates>
        <xsl:next-iteration>
          <xsl:with-param name="cell" select="$cell + (if (self::mark or self::app) then 0 else (@cells ! xs:integer(.), string-length())[1])"/>
        </xsl:next-iteration>
      </xsl:iterate>
    </g>
  </xsl:template>

  <xsl:template match="text() | label | unclear | gap" mode="svg:piece">
    <xsl:param name="x" as="xs:double"/>
    <xsl:param name="y" as="xs:double"/>
    <xsl:param name="size" as="xs:double"/>
    <xsl:param name="pitch" as="xs:double"/>
    <xsl:sequence select="svg:text(string(), $x, $y, $size, $pitch)"/>
  </xsl:template>

  <!-- letters: two stand side by side in their cell, more lie on their side -->
  <xsl:template match="latin" mode="svg:piece">
    <xsl:param name="x" as="xs:double"/>
    <xsl:param name="y" as="xs:double"/>
    <xsl:param name="size" as="xs:double"/>
    <xsl:param name="pitch" as="xs:double"/>
    <xsl:variable name="turn" select="if (string-length() le 2) then '' else ' rotate(90)'"/>
    <text transform="translate({svg:n($x)} {svg:n($y + @cells * $pitch div 2)}){$turn}" y="{svg:n(0.36 * $size)}" font-size="{svg:n($size)}"
        textLength="{svg:n(if ($turn eq '') then 0.9 * $size else @cells * $pitch - 0.1 * $size)}" lengthAdjust="spacingAndGlyphs">{.}</text>
  </xsl:template>

  <!-- a character no font has: its parts where they are known, else 〓; one that fonts of zhushu lack may be in others -->
  <xsl:template match="g" mode="svg:piece">
    <xsl:param name="x" as="xs:double"/>
    <xsl:param name="y" as="xs:double"/>
    <xsl:param name="size" as="xs:double"/>
    <xsl:param name="pitch" as="xs:double"/>
    <xsl:variable name="gaiji" select="ancestor::grid/gaiji[@id = current()/@ref]"/>
    <xsl:choose>
      <xsl:when test="$gaiji/part">
        <g text-anchor="start" transform="translate({svg:n($x - $size div 2)} {svg:n($y + ($pitch - $size) div 2)}) scale({svg:n($size)})">
          <title>{$gaiji/@ids}</title>
          <xsl:for-each select="$gaiji/part">
            <text font-size="1" stroke-width="0" transform="matrix({@width} 0 0 {@height} {@x} {@y + 0.88 * @height})">{.}</text>
          </xsl:for-each>
        </g>
      </xsl:when>
      <xsl:otherwise>
        <xsl:sequence select="svg:text(string(), $x, $y, $size, $pitch)"/>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- punctuation: 句 a circle, 讀 a dot, at the foot of the cell before; the rest is not drawn -->
  <xsl:template match="mark" mode="svg:piece">
    <xsl:param name="x" as="xs:double"/>
    <xsl:param name="y" as="xs:double"/>
    <xsl:param name="size" as="xs:double"/>
    <xsl:param name="pitch" as="xs:double"/>
    <xsl:if test="contains('。．！？，、；：', .)">
      <circle cx="{svg:n($x + 0.52 * $size)}" cy="{svg:n($y - 0.04 * $size)}" r="{svg:n(0.08 * $size)}" stroke="{$svg:line}"
          stroke-width="0.15" fill="{if (contains('。．！？', .)) then 'none' else $svg:line}"/>
    </xsl:if>
  </xsl:template>

  <!-- the number of a correction, at the edge of the column -->
  <xsl:template match="app" mode="svg:piece">
    <xsl:param name="x" as="xs:double"/>
    <xsl:param name="y" as="xs:double"/>
    <xsl:param name="size" as="xs:double"/>
    <xsl:param name="pitch" as="xs:double"/>
    <text x="{svg:n($x + 0.5 * $size + 0.9)}" y="{svg:n($y + 2)}" font-size="1.9" fill="{$svg:line}" stroke="none">{@n}</text>
  </xsl:template>

  <!-- Characters in cells from y downwards, each in a tspan of its own: librsvg knows no lists of places, and viewers do
       not agree how many places of a list a character beyond the BMP takes. -->
  <xsl:function name="svg:text" as="element()?">
    <xsl:param name="text" as="xs:string"/>
    <xsl:param name="x" as="xs:double"/>
    <xsl:param name="y" as="xs:double"/>
    <xsl:param name="size" as="xs:double"/>
    <xsl:param name="pitch" as="xs:double"/>
    <!-- the baseline of a character is 0.88 of its size below its top -->
    <xsl:variable name="first" as="xs:double" select="$y + ($pitch - $size) div 2 + 0.88 * $size"/>
    <xsl:where-populated>
      <text font-size="{svg:n($size)}">
        <xsl:for-each select="string-to-codepoints(svg:upright($text))">
          <tspan x="{svg:n($x)}" y="{svg:n($first + (position() - 1) * $pitch)}">{codepoints-to-string(.)}</tspan>
        </xsl:for-each>
      </text>
    </xsl:where-populated>
  </xsl:function>

  <!-- brackets as they stand in a column -->
  <xsl:function name="svg:upright" as="xs:string">
    <xsl:param name="text" as="xs:string"/>
    <xsl:sequence select="translate($text, '〔〕（）「」『』〈〉《》【】', '︹︺︵︶﹁﹂﹃﹄︿﹀︽︾︻︼')"/>
  </xsl:function>
</xsl:stylesheet>
