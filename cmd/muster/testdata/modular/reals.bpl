// Products and quotients of real variables.
procedure P(x: real) { assert x > 0.0 ==> (x*2.0 + x) / x > x; }
procedure Q(a: real, b: real) { assume a > 1.0; assert a / b != 3.5; }
procedure R(a: real, b: real) { assume b * b == a && a == 2.25 && b < 0.0; assert b > -1.5; }

//= reals.bpl(2,24): Error BP5001: This assertion might not hold.
//= reals.bpl(3,49): Error BP5001: This assertion might not hold.
//= reals.bpl(4,76): Error BP5001: This assertion might not hold.
//= Muster program verifier finished with 0 verified, 3 errors
