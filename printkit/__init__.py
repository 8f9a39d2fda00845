"""From kits to drawings, and from drawings to PDF."""
