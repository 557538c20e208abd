<?xml version="1.0" encoding="UTF-8"?>
<!-- The layers of the tradition: their order, and which class of the style sheet each has. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:map="http://www.w3.org/2005/xpath-functions/map"
    xmlns:zs="urn:zhushu:xslt" exclude-result-prefixes="#all">

  <xsl:variable name="tradition" as="xs:string+" select="'經', '傳', '記', '序', '注', '箋', '疏', '音義', '諸家', '按', '校'"/>

  <!-- The colour of a layer; it is never the only mark. -->
  <xsl:variable name="colours" as="map(xs:string, xs:string)" select="map {
    '經': 'c-jing', '傳': 'c-zhuan', '記': 'c-ji', '序': 'c-xu', '注': 'c-zhu', '箋': 'c-jian', '疏': 'c-shu',
    '音義': 'c-yin', '諸家': 'c-jia', '按': 'c-an', '校': 'c-jiao' }"/>
  <xsl:function name="zs:colour" as="xs:string">
    <xsl:param name="layer" as="xs:string"/>
    <xsl:sequence select="($colours($layer), if ($layer = $base-layers) then 'c-jing' else 'c-other')[1]"/>
  </xsl:function>
</xsl:stylesheet>
