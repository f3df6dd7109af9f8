// Loops with several heads. Boogie 2.4 refuses them; later ones split them.
procedure Irreducible(b: bool)
{
  if (b) { goto x; } else { goto y; }
  x: assert b; goto y;
  y: goto x, z;
  z: assert b;
}

// Two heads, each with an invariant; the other one's is an assertion. A later Boogie splits such loops, too.
procedure TwoHeads() { var i: int; i := 1; goto A, B;
  A: assert i > 0; i := i + 1; goto B, D;
  B: assert i > 0; i := i + 2; goto A, D;
  D: assert i > 0; return; }

// A loop with two heads in a loop with two heads.
procedure TwoHeadsInTwo(n: int) { var i: int, j: int; i := 1; j := 1; goto A, C;
  A: assert i > 0 && j > 0; i := i + 1; goto B, D;
  B: assert i > 0 && j > 0; j := j + 1; goto B1, B2;
  B1: assert i > 0 && j > 0; j := j + 1; goto B2, C;
  B2: assert i > 0 && j > 0; j := j + i; goto B1, C;
  C: assert i > 0 && j > 0; goto A, B;
  D: assert i > 0 && j > 0; assert j != 1; }

//= heads.bpl(5,6): Error BP5004: This loop invariant might not hold on entry.
//= heads.bpl(7,6): Error BP5001: This assertion might not hold.
//= heads.bpl(23,29): Error BP5001: This assertion might not hold.
//= Muster program verifier finished with 1 verified, 3 errors
