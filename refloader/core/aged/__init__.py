"""What loaders of a given age do otherwise than the newest documents. Loaders that follow the documents skip this."""
