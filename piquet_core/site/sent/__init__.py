"""What a page makes a browser load: few and small files, from nowhere else, and nothing that no page uses."""
