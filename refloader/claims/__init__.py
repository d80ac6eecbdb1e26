"""Claims of compliance: what somebody needs to believe one, in one file, and what somebody does who doubts it."""
