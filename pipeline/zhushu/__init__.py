"""zhushu 注疏: raw pages of classical Chinese commentary texts → critical digital editions."""

__version__ = "0.1.0"
