"""Pages: values of the service -> what is read, seen and pressed. Pure; no discord, no pixels."""
