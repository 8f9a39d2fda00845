"""Games in the forms that other programs and pages ask for: JSON, UGI, boards with marks, odd cases."""
