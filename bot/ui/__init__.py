"""What people see and press: commands, views, pages and their words."""
