// Defines nothing.
