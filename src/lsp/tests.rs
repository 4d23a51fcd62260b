//! What the server answers.
