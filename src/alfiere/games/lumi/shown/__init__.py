"""The battle as people see it: views, names, the picture for the terminal, previews, prices."""
