// Without --houdini constants that could be chosen are as others.
const {:existential true} b0: bool;
const {:existential true} b1: bool;
axiom b1 ==> b0;

procedure needs(n: int) returns (r: int)
  requires b0 ==> n > 0;
  ensures b1 ==> r > 1;
{
  r := n + 1;
}

procedure gives(n: int)
  requires n > 0;
{
  var r: int;
  call r := needs(n);
  assert b1 ==> r > 0;
  assert r > 0;
}

procedure lacks(n: int)
{
  var r: int;
  call r := needs(n);
}

procedure declared() returns (r: int);
  ensures b0 ==> r == 2;

procedure takes()
{
  var i: int;
  call i := declared();
  while (*)
    invariant b1 ==> i == 2;
    invariant b0 || i != 3;
  { if (!b0) { i := 4; } }
  assert b0;
}

//= existential.bpl(19,3): Error BP5001: This assertion might not hold.
//= existential.bpl(25,3): Error BP5002: A precondition for this call might not hold.
//= existential.bpl(7,3): Related location: This is the precondition that might not hold.
//= existential.bpl(37,5): Error BP5004: This loop invariant might not hold on entry.
//= existential.bpl(39,3): Error BP5001: This assertion might not hold.
//= Muster program verifier finished with 1 verified, 4 errors
