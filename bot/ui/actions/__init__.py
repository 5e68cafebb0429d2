"""What commands, buttons, menus and forms do, by feature."""
