// An assertion that fails whatever is chosen.
const {:existential true} b0: bool;
const {:existential true} b1: bool;
const {:existential true} b2: bool;
procedure foo(n: int) returns (r: int)
  requires b0 ==> n >= 0;
  ensures b1 ==> r >= n;
{
  r := n;
  assert r > 3;
  assert b2 ==> r > 3;
  assert b1 ==> r > 3;
}
procedure main() returns (x: int)
{
  call x := foo(1);
  assert x >= 1;
}

//= Assignment computed by Houdini:
//= b0 = True
//= b1 = True
//= b2 = True
//= houdini-fails.bpl(10,3): Error BP5001: This assertion might not hold.
//= Muster program verifier finished with 1 verified, 1 error
