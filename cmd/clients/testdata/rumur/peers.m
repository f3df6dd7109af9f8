-- expect: error, 3 states, 7 rules fired
const N: 3;
type peer: 1 .. N;
var token: array [peer] of boolean;

startstate begin
  for p: peer do token[p] := p = 1; end;
end;

ruleset p: peer; q: peer do
  rule "send" token[p] & p != q ==> begin
    if p <= N then token[q] := true; end;
    token[p] := false;
  end;
  rule "copy" token[p] & p = 3 & q = 2 ==> begin token[q] := true; end;
end;

invariant "one token" forall p: peer do forall q: peer do token[p] & token[q] -> p = q end end;
