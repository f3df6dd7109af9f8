// Maps with type parameters that are in no index: what they contain for one type says nothing about another.
var p: <a>[int]a;
procedure P() modifies p; { p[13] := 5; p[13] := false; p[17] := 8; assert p[13] == 5 && !p[13] && p[17] == 8; assert p[17]; }
procedure R() modifies p; { p[7] := 28; p[5] := p[7]; assert p[7] == 28; assert p[6] == 28; }
procedure T() { var q: <a>[int]a; q := p; q[3] := true; assert q[3]; assert q[3] == 7 <==> p[3] == 7; assert q == p; }
var u: <a>[]a;
procedure U() modifies u; { u[] := 1; u[] := true; assert u[] == 1 && u[]; assert u[] == 2.0; }

//= outputs.bpl(3,112): Error BP5001: This assertion might not hold.
//= outputs.bpl(4,74): Error BP5001: This assertion might not hold.
//= outputs.bpl(5,103): Error BP5001: This assertion might not hold.
//= outputs.bpl(7,76): Error BP5001: This assertion might not hold.
//= Muster program verifier finished with 0 verified, 4 errors
