"""What follows from what people write themselves: their source code, and what they tell of their machine."""
