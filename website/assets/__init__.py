"""What a page makes a browser load: the policy that it keeps, few and small files, and nothing unused."""
