// Axioms, functions, unique constants, quantifiers, maps.
type T;
const unique one: T;
const unique two: T;
const other: T;
const N: int;
axiom N > 10;
function f(int) returns (int);
function {:inline} twice(x: int) returns (int) { x + x }
function defined(x: int) returns (int) { x * 3 }
axiom (forall x: int :: {f(x)} f(x) > x);
function mono(int) returns (int);
axiom (forall x, y: int :: {mono(x), mono(y)} x <= y ==> mono(x) <= mono(y));
function g(int) returns (bool);

procedure Unique() { assert one != two; assert other != one; }

procedure Axiom() { assert N > 5; assert N > 11; }

procedure Fun(x: int) { assert f(x) > x; assert f(f(x)) > x + 1; assert f(x) > x + 1; }

procedure Inline(x: int) { assert twice(x) == 2 * x; assert twice(x) > x; }

procedure Defined(x: int) { assert defined(x) == 3 * x; assert defined(x) > 0; }

procedure Mono(a: int, b: int)
  requires a < b;
{ assert mono(a) <= mono(b); assert mono(a) < mono(b); }

procedure Congruence(a: int, b: int) { assert a == b ==> g(a) == g(b); assert g(a) == g(b); }

procedure Map(a: [int]int, i: int, j: int)
{ var b: [int]int; b := a[i := 7]; assert b[i] == 7; assert i != j ==> b[j] == a[j]; assert b[j] == a[j]; }

procedure MapAssign(i: int)
{ var b: [int][int]bool; b[i][0] := true; assert b[i][0]; assert b[i][1]; }

procedure Forall(a: [int]int)
  requires (forall i: int :: 0 <= i && i < 10 ==> a[i] == i);
{ assert a[3] == 3; assert a[9] == 9; assert a[10] == 10; }

procedure Exists(a: [int]int)
  requires a[5] == 1;
{ assert (exists i: int :: a[i] == 1); assert (exists i: int :: 0 <= i && i < 5 && a[i] == 1); }

procedure Fill(n: int) returns (a: [int]int)
  requires n >= 0;
  ensures (forall k: int :: 0 <= k && k < n ==> a[k] == 0);
{
  var i: int;
  i := 0;
  while (i < n)
    invariant 0 <= i && i <= n;
    invariant (forall k: int :: 0 <= k && k < i ==> a[k] == 0);
  { a[i] := 0; i := i + 1; }
}

procedure FillWrong(n: int) returns (a: [int]int)
  requires n >= 0;
  ensures (forall k: int :: 0 <= k && k <= n ==> a[k] == 0);
{
  var i: int;
  i := 0;
  while (i < n)
    invariant 0 <= i && i <= n;
    invariant (forall k: int :: 0 <= k && k < i ==> a[k] == 0);
  { a[i] := 0; i := i + 1; }
}

procedure Find(a: [int]int, n: int, x: int) returns (r: int)
  requires n >= 0;
  ensures r >= 0 ==> r < n && a[r] == x;
  ensures r < 0 ==> (forall k: int :: 0 <= k && k < n ==> a[k] != x);
{
  r := 0;
  while (r < n)
    invariant 0 <= r && r <= n;
    invariant (forall k: int :: 0 <= k && k < r ==> a[k] != x);
  { if (a[r] == x) { return; } r := r + 1; }
  r := -1;
}

procedure Swap(a: [int]int, i: int, j: int) returns (b: [int]int)
  ensures b[i] == a[j] && b[j] == a[i];
  ensures (forall k: int :: k != i && k != j ==> b[k] == a[k]);
{ b := a; b[i] := a[j]; b[j] := a[i]; }

procedure DivMod(x: int)
{ assert x == 2 * (x div 2) + x mod 2; assert x mod 2 == 0 || x mod 2 == 1; assert x div 2 < x; }

procedure IfThenElse(x: int) { assert (if x > 0 then x else -x) >= 0; assert (if x > 0 then x else -x) > 0; }

procedure Iff(p: bool, q: bool) { assert (p <==> q) ==> (q <==> p); assert (p ==> q) ==> (q ==> p); }

//= logic.bpl(16,41): Error BP5001: This assertion might not hold.
//= logic.bpl(18,35): Error BP5001: This assertion might not hold.
//= logic.bpl(20,66): Error BP5001: This assertion might not hold.
//= logic.bpl(22,54): Error BP5001: This assertion might not hold.
//= logic.bpl(24,57): Error BP5001: This assertion might not hold.
//= logic.bpl(28,30): Error BP5001: This assertion might not hold.
//= logic.bpl(30,72): Error BP5001: This assertion might not hold.
//= logic.bpl(33,86): Error BP5001: This assertion might not hold.
//= logic.bpl(36,59): Error BP5001: This assertion might not hold.
//= logic.bpl(40,39): Error BP5001: This assertion might not hold.
//= logic.bpl(44,40): Error BP5001: This assertion might not hold.
//= logic.bpl(64,3): Error BP5003: A postcondition might not hold on this return path.
//= logic.bpl(60,3): Related location: This is the postcondition that might not hold.
//= logic.bpl(89,77): Error BP5001: This assertion might not hold.
//= logic.bpl(91,71): Error BP5001: This assertion might not hold.
//= logic.bpl(93,69): Error BP5001: This assertion might not hold.
//= Muster program verifier finished with 3 verified, 15 errors
