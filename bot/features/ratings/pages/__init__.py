"""What is shown of ratings."""
