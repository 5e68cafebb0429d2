"""What the pictures are made of, as shapes: the men, the marks, the boards, the woven band."""
