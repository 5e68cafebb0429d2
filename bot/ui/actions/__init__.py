"""What commands, buttons and forms do, a file a subject; those of features are in their folders."""
