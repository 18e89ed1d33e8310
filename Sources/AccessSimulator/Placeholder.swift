// Filled in by the first issue.
