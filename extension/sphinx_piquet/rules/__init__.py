"""Pages made from the rules: rule sets, articles, comparisons, sheets and worked examples."""
