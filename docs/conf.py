"""How the pages become a site: ``make site``."""

project = "Kiebitz"
copyright = "the Kiebitz authors"
extensions = ["myst_parser", "sphinxcontrib.mermaid"]
root_doc = "docs/index"
include_patterns = ["*.md", "docs/**", "benchmarks/**.md", "tablebench/README.md"]
myst_heading_anchors = 4
myst_fence_as_directive = ["mermaid"]
suppress_warnings = ["misc.highlighting_failure"]  # it knows neither our records nor Lark
html_theme = "alabaster"
html_theme_options = {"page_width": "1100px", "fixed_sidebar": True}
