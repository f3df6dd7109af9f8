// Procedures that are not checked, or whose callers have their body; attributes of assertions.
var g: int;

procedure {:verify false} Unchecked() { assert false; }
procedure {:verify true} Checked() { assert false; }
procedure UncheckedImpl();
implementation {:verify false} UncheckedImpl() { assert false; }

procedure {:inline 1} Small(x: int) returns (y: int)
  requires x > 0;
{ y := x; assert x != 7; y := y + 1; }

procedure CallSmall(x: int) { var y: int; call y := Small(x); assert y == x + 1; assert y == 3; }

procedure CallSmallOK() { var y: int; call y := Small(3); assert y == 4; }

procedure CallSmallTwice(x: int)
  requires x > 0;
{ var y: int; call y := Small(x); call y := Small(y); assert y == x + 2; }

procedure {:inline 1} Bump()
  modifies g;
  ensures g == old(g) + 1;
{ g := g + 1; }

procedure CallBump()
  modifies g;
{ call Bump(); call Bump(); assert g == old(g) + 2; assert g == 2; }

procedure {:inline 1} Pick(b: bool) returns (r: int)
{ if (b) { r := 1; return; } r := 2; }

procedure CallPick(b: bool) { var r: int; call r := Pick(b); assert r == 1 || r == 2; assert r == 1; }

procedure {:inline 2} Down(x: int) returns (y: int)
{ y := x; if (x > 0) { call y := Down(x - 1); } }

procedure CallDown() { var y: int; call y := Down(1); assert y == 0; call y := Down(2); assert false; }

procedure {:inline 1} Loops(n: int) returns (i: int)
{ i := 0; while (i < n) invariant i <= 5; { i := i + 1; } }

procedure CallLoops(n: int) { var i: int; call i := Loops(n); assert i >= n; assert i == n; }

procedure {:inline 1} Caller2(x: int) returns (y: int)
{ call y := Small(x); call y := Small(y); }

procedure CallsCaller2() { var y: int; call y := Caller2(2); assert y == 4; assert y == 5; }

procedure InlineInLoop(n: int)
{ var i: int; i := 1; while (i < n) invariant i > 0; { call i := Small(i); } assert i >= n; assert i == n; }

procedure {:inline 1} Locals(n: int) returns (r: int)
{ var t: int; t := n; r := t * 2; }

procedure InlineTwiceLocals(n: int)
{ var a, b: int; call a := Locals(n); call b := Locals(a); assert b == 4 * n; assert a == b; }

procedure {:inline 1} Havocs() returns (r: int) { havoc r; assume r > 3; }

procedure CallHavocs() { var a, b: int; call a := Havocs(); call b := Havocs(); assert a + b > 7; assert a == b; }

procedure {:timeLimit 100} Limited(x: int) { assert x > 0; }

procedure SplitHere(x: int) { assert {:split_here} x > 0 || x <= 0; assert x > 1; }

procedure Focus(x: int) { if (x > 0) { assert {:focus} x != 3; } else { assert x != -3; } }

procedure Named(x: int)
  requires {:name "pre"} x > 0;
  ensures {:name "post"} x > 1;
{ assert {:name "here"} x > 2; }

procedure Message(x: int) { assert {:msg "x is small"} x > 0; }

//= attributes.bpl(5,38): Error BP5001: This assertion might not hold.
//= attributes.bpl(11,11): Error BP5001: This assertion might not hold.
//= attributes.bpl(13,43): Error BP5002: A precondition for this call might not hold.
//= attributes.bpl(10,3): Related location: This is the precondition that might not hold.
//= attributes.bpl(13,82): Error BP5001: This assertion might not hold.
//= attributes.bpl(11,11): Error BP5001: This assertion might not hold.
//= attributes.bpl(28,53): Error BP5001: This assertion might not hold.
//= attributes.bpl(33,87): Error BP5001: This assertion might not hold.
//= attributes.bpl(41,25): Error BP5005: This loop invariant might not be maintained by the loop.
//= attributes.bpl(43,78): Error BP5001: This assertion might not hold.
//= attributes.bpl(48,77): Error BP5001: This assertion might not hold.
//= attributes.bpl(11,11): Error BP5001: This assertion might not hold.
//= attributes.bpl(51,93): Error BP5001: This assertion might not hold.
//= attributes.bpl(57,79): Error BP5001: This assertion might not hold.
//= attributes.bpl(61,99): Error BP5001: This assertion might not hold.
//= attributes.bpl(63,46): Error BP5001: This assertion might not hold.
//= attributes.bpl(65,69): Error BP5001: This assertion might not hold.
//= attributes.bpl(67,40): Error BP5001: This assertion might not hold.
//= attributes.bpl(67,73): Error BP5001: This assertion might not hold.
//= attributes.bpl(72,3): Error BP5001: This assertion might not hold.
//= attributes.bpl(74,29): Error BP5001: x is small
//= Muster program verifier finished with 2 verified, 20 errors
