"""Continental Express: draft wagons from a 3x3 yard, claim objectives, keep one hidden contract."""
