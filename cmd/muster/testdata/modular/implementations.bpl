// Several implementations of one procedure: each is checked with the contract, and callers have that.
procedure P(x: int) returns (r: int); requires x > 0; ensures r > x;
implementation P(a: int) returns (b: int) { b := a + 1; }
implementation P(x: int) returns (r: int) { r := x; }
implementation P(r: int) returns (x: int) { call x := P(r); x := x - 1; }
implementation P(r: int) returns (x: int) { call x := P(r - 1); x := x + 1; }
procedure Q() { var r: int; call r := P(1); assert r > 1; assert r > 2; }
procedure G<a, b>(x: a, y: b) returns (z: b);
implementation G<a, b>(x: a, y: b) returns (z: b) { z := y; }
implementation G<d, c>(x: c, y: d) returns (z: d) { z := y; }

//= implementations.bpl(4,53): Error BP5003: A postcondition might not hold on this return path.
//= implementations.bpl(2,55): Related location: This is the postcondition that might not hold.
//= implementations.bpl(5,73): Error BP5003: A postcondition might not hold on this return path.
//= implementations.bpl(2,55): Related location: This is the postcondition that might not hold.
//= implementations.bpl(6,45): Error BP5002: A precondition for this call might not hold.
//= implementations.bpl(2,39): Related location: This is the precondition that might not hold.
//= implementations.bpl(7,59): Error BP5001: This assertion might not hold.
//= Muster program verifier finished with 3 verified, 4 errors
