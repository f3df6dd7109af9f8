// Preconditions, postconditions, free ones, old, and calls by contract.
var g: int;
var h: int;

procedure Inc(x: int) returns (r: int)
  requires x >= 0;
  ensures r == x + 1;
{ r := x + 1; }

procedure IncWrong(x: int) returns (r: int)
  requires x >= 0;
  ensures r == x + 1;
  ensures r > x;
{ r := x; }

procedure CallOK() { var a: int; call a := Inc(3); assert a == 4; }

procedure CallBad() { var a: int; call a := Inc(-1); assert a == 0; }

procedure CallKnowsOnlyContract(x: int)
  requires x > 5;
{ var a: int; call a := Bump(x); assert a > x; assert a == x + 2; }

procedure Bump(x: int) returns (r: int)
  ensures r > x;
{ r := x + 2; }

procedure TwoRequires(x: int, y: int);
  requires x > 0;
  requires y > x;

procedure BothMissing(a: int, b: int) { call TwoRequires(a, b); }

procedure OneMissing(a: int, b: int)
  requires a > 0;
{ call TwoRequires(a, b); }

procedure CallTwice(a: int)
  requires a > 0;
{ call TwoRequires(a, a + 1); call TwoRequires(a, a); call TwoRequires(a, 0); }

procedure Old()
  modifies g;
  ensures g == old(g) + 1;
{ g := g + 1; }

procedure OldWrong()
  modifies g;
  ensures g == old(g) + 1;
{ g := g + 2; }

procedure OldInBody(n: int)
  modifies g, h;
  ensures g == old(h);
  ensures h == old(g);
{ var t: int; t := g; g := h; h := t; assert g == old(h); assert h == old(h); }

procedure CallsOld()
  modifies g;
{ g := 7; call Old(); assert g == 8; assert old(g) == 7; }

procedure Modifies()
  modifies g, h;
{ g := 1; h := 1; call Old(); assert h == 1; assert g == 1; }

procedure Havocs();
  modifies g, h;

procedure HavocsOnly()
  modifies g, h;
{ g := 3; call Havocs(); assert g == 3; }

procedure FreeRequires(x: int)
  free requires x > 0;
{ assert x > 0; assert x > 1; }

procedure CallerOfFree(x: int)
{ call FreeRequires(x); assert x > 0; }

procedure FreeEnsures() returns (r: int);
  free ensures r > 0;

procedure FreeEnsuresUnchecked() returns (r: int)
  free ensures r > 0;
{ r := 0; }

procedure UsesFreeEnsures()
{ var a: int; call a := FreeEnsuresUnchecked(); assert a > 0; assert a > 1; }

procedure FreeCall(x: int)
{ var a: int; free call a := Inc(x); assert a == x + 1; assert x >= 0; }

procedure Split(x: int) returns (r: int);
  requires x > 0;

implementation Split(y: int) returns (s: int)
{ s := y; assert y > 0; assert s > 1; }

procedure Renamed(x: int) returns (r: int);
  requires x > 0;
  ensures r > x;

implementation Renamed(a: int) returns (b: int)
{ b := a; }

procedure Returns(b: int) returns (r: int)
  ensures r > 0;
{
  r := b;
  if (b == 0) { return; }
  r := 1;
  if (b == 2) { return; }
}

procedure ReturnsTwice(b: int) returns (r: int)
  ensures r > 0;
  ensures r > 10;
{
  if (b == 0) { r := 0; return; }
  if (b == 1) { r := 5; return; }
  r := 20;
}

procedure Recursive(n: int) returns (r: int)
  requires n >= 0;
  ensures r == n;
{ if (n == 0) { r := 0; } else { call r := Recursive(n - 1); r := r + 1; } }

procedure RecursiveWrong(n: int) returns (r: int)
  requires n >= 0;
  ensures r == n;
{ call r := RecursiveWrong(n - 1); r := r + 1; }

procedure Even(n: int) returns (b: bool)
  requires n >= 0;
  ensures b <==> n mod 2 == 0;
{ if (n == 0) { b := true; } else { call b := Odd(n - 1); } }

procedure Odd(n: int) returns (b: bool)
  requires n >= 0;
  ensures b <==> n mod 2 == 1;
{ if (n == 0) { b := true; } else { call b := Even(n - 1); } }

procedure Swap(a: int, b: int) returns (x: int, y: int)
  ensures x == b && y == a;
{ x, y := b, a; }

procedure CallSwap(a: int, b: int)
{ var x, y: int; call x, y := Swap(a, b); assert x == b; call y, x := Swap(x, y); assert x == b; assert x == y; }

procedure Contradiction(x: int)
  requires x > 0 && x < 0;
{ assert false; }

procedure NoBody(x: int);
  requires x > 0;
  ensures x > 1;

procedure AssumesFalse() { call NoBody(1); assert false; }

procedure Msg(x: int)
  requires x > 0;
  ensures x > 1;
{ assert x > 2; }

procedure Subsumed(x: int) { assert x > 0; assert x > 0; assert x >= 0; assert x > 1; }

procedure Loose(x: int) { assert {:subsumption 0} x > 0; assert x > 0; assert x > -1; }

procedure CallInBranch(x: int) returns (r: int)
  ensures r > 0;
{ if (x > 0) { call r := Inc(x); } else { call r := Inc(x); } }

//= contracts.bpl(14,11): Error BP5003: A postcondition might not hold on this return path.
//= contracts.bpl(12,3): Related location: This is the postcondition that might not hold.
//= contracts.bpl(18,35): Error BP5002: A precondition for this call might not hold.
//= contracts.bpl(6,3): Related location: This is the precondition that might not hold.
//= contracts.bpl(22,48): Error BP5001: This assertion might not hold.
//= contracts.bpl(32,41): Error BP5002: A precondition for this call might not hold.
//= contracts.bpl(29,3): Related location: This is the precondition that might not hold.
//= contracts.bpl(32,41): Error BP5002: A precondition for this call might not hold.
//= contracts.bpl(30,3): Related location: This is the precondition that might not hold.
//= contracts.bpl(36,3): Error BP5002: A precondition for this call might not hold.
//= contracts.bpl(30,3): Related location: This is the precondition that might not hold.
//= contracts.bpl(40,31): Error BP5002: A precondition for this call might not hold.
//= contracts.bpl(30,3): Related location: This is the precondition that might not hold.
//= contracts.bpl(50,15): Error BP5003: A postcondition might not hold on this return path.
//= contracts.bpl(49,3): Related location: This is the postcondition that might not hold.
//= contracts.bpl(56,59): Error BP5001: This assertion might not hold.
//= contracts.bpl(60,38): Error BP5001: This assertion might not hold.
//= contracts.bpl(64,46): Error BP5001: This assertion might not hold.
//= contracts.bpl(71,26): Error BP5001: This assertion might not hold.
//= contracts.bpl(75,17): Error BP5001: This assertion might not hold.
//= contracts.bpl(78,25): Error BP5001: This assertion might not hold.
//= contracts.bpl(88,63): Error BP5001: This assertion might not hold.
//= contracts.bpl(91,57): Error BP5001: This assertion might not hold.
//= contracts.bpl(97,25): Error BP5001: This assertion might not hold.
//= contracts.bpl(104,11): Error BP5003: A postcondition might not hold on this return path.
//= contracts.bpl(101,3): Related location: This is the postcondition that might not hold.
//= contracts.bpl(110,17): Error BP5003: A postcondition might not hold on this return path.
//= contracts.bpl(107,3): Related location: This is the postcondition that might not hold.
//= contracts.bpl(119,25): Error BP5003: A postcondition might not hold on this return path.
//= contracts.bpl(116,3): Related location: This is the postcondition that might not hold.
//= contracts.bpl(120,25): Error BP5003: A postcondition might not hold on this return path.
//= contracts.bpl(117,3): Related location: This is the postcondition that might not hold.
//= contracts.bpl(132,3): Error BP5002: A precondition for this call might not hold.
//= contracts.bpl(130,3): Related location: This is the precondition that might not hold.
//= contracts.bpl(142,28): Error BP5003: A postcondition might not hold on this return path.
//= contracts.bpl(141,3): Related location: This is the postcondition that might not hold.
//= contracts.bpl(149,98): Error BP5001: This assertion might not hold.
//= contracts.bpl(164,3): Error BP5001: This assertion might not hold.
//= contracts.bpl(166,30): Error BP5001: This assertion might not hold.
//= contracts.bpl(166,73): Error BP5001: This assertion might not hold.
//= contracts.bpl(168,27): Error BP5001: This assertion might not hold.
//= contracts.bpl(168,58): Error BP5001: This assertion might not hold.
//= contracts.bpl(172,43): Error BP5002: A precondition for this call might not hold.
//= contracts.bpl(6,3): Related location: This is the precondition that might not hold.
//= Muster program verifier finished with 10 verified, 30 errors
