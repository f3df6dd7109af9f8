// Constants that are chosen, as many of them true as can be proved.
const {:existential true} b0: bool;
const {:existential true} b1: bool;
const {:existential true} b2: bool;
const {:existential true} b3: bool;
const {:existential true} b4: bool;
const {:existential true} b5: bool;
const {:existential true} b6: bool;
const {:existential true} b7: bool;
const {:existential true} b8: bool;
const {:existential true} b9: bool;
const {:existential true} unused: bool;
const plain: bool;
var g: int;

// What a callee promises, and what it needs for that.
procedure up(n: int) returns (r: int)
  requires b0 ==> n >= 0;
  requires b1 ==> n >= 5;
  ensures b2 ==> r > n;
  ensures b3 ==> r > 0;
{
  r := n + 1;
}

procedure calls(k: int)
{
  var x: int;
  call x := up(2);
  assert x >= 1;
  call x := up(x);
  assert b4 ==> x >= 3;
  assert b5 ==> x >= 4;
}

// A loop, and one of two clauses of a constant that fails.
procedure loop(n: int)
  requires n >= 0;
{
  var i, j: int;
  i := 0; j := 0;
  while (i < n)
    invariant b6 ==> i <= n;
    invariant b7 ==> j == 2 * i;
    invariant b7 ==> j <= n;
    invariant b8 ==> j >= i;
  { i := i + 1; j := j + 2; }
  assert b6 ==> i == n;
}

// Refuted by way of another one.
procedure first()
  modifies g;
  ensures b9 ==> g == 3;
{
  g := 3;
  call second();
}

procedure second()
  modifies g;
  ensures b9 ==> g == 3;
{
  if (plain) { g := 4; }
}

//= Assignment computed by Houdini:
//= b0 = True
//= b1 = False
//= b2 = True
//= b3 = True
//= b4 = True
//= b5 = True
//= b6 = True
//= b7 = False
//= b8 = True
//= b9 = False
//= unused = True
//= Muster program verifier finished with 5 verified, 0 errors
