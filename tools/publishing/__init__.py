"""What is published of loaders: the audit, cases that end by chance, expectation files and ledgers."""
