"""Pages made from the rules: rule sets, articles, tables, sheets and worked examples."""
