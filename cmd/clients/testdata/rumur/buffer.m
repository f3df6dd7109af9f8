-- expect: no error, 15 states, 28 rules fired
const SIZE: 3;
type slot: 0 .. SIZE - 1;
     count: 0 .. SIZE;
     value: 0 .. 1;
var data: array [slot] of value;
    n: count;

startstate begin
  n := 0;
  for i: slot do data[i] := 0; end;
end;

ruleset v: value do
  rule "put" n < SIZE ==> begin data[n] := v; n := n + 1; end;
end;

rule "get" n > 0 ==> var i: slot; begin
  for i: slot do
    if i + 1 < SIZE & i + 1 >= 0 then data[i] := data[i + 1]; end;
  end;
  data[SIZE - 1] := 0;
  n := n - 1;
end;

invariant "clean" forall i: slot do i >= n -> data[i] = 0 end;
