"""Phase I: places held, armies beaten, battles won."""
