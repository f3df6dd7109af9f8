-- expect: no error, 10 states, 16 rules fired
const N: 2;
type id: 0 .. N - 1;
     pc: enum { idle, want, crit };
var state: array [id] of pc;
    turn: id;

startstate begin
  for i: id do state[i] := idle; end;
  turn := 0;
end;

ruleset i: id do
  rule "ask" state[i] = idle ==> begin state[i] := want; turn := 1 - i; end;
  rule "enter" state[i] = want & (state[1 - i] = idle | turn = i) ==> begin
    if turn >= 0 & turn <= 1 then state[i] := crit; end;
  end;
  rule "leave" state[i] = crit ==> begin state[i] := idle; end;
end;

invariant "mutual exclusion" !(state[0] = crit & state[1] = crit);
