-- expect: no error, 10 states, 10 rules fired
const MAX: 5;
type t: 0 .. MAX;
var x: t;
    up: boolean;

startstate begin x := 0; up := true; end;

rule "up" up & x < MAX ==> begin
  if x >= 0 then x := x + 1; end;
  if x = MAX then up := false; end;
end;

rule "down" !up & x > 0 ==> begin
  if x > MAX then error "impossible"; end;
  x := x - 1;
  if x = 0 then up := true; end;
end;

invariant "bounds" x >= 0 & x <= MAX;
