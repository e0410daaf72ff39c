"""Chapter 3.5, combat: all who hang together by contact fight one round."""
