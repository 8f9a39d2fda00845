"""How the pages become a site: ``make site``."""

project = "Kiebitz"
copyright = "the Kiebitz authors"
extensions = ["myst_parser", "sphinxcontrib.mermaid"]
root_doc = "docs/index"
include_patterns = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs/**", "benchmarks/**.md"]
myst_heading_anchors = 4
myst_fence_as_directive = ["mermaid"]
html_theme = "alabaster"
