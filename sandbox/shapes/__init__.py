"""How things look on Discord's wire: values of the world in, JSON out."""
