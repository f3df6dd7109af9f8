-- expect: error, 6 states, 6 rules fired
type t: 0 .. 7;
var a: t; b: t;

startstate begin a := 0; b := 7; end;

rule "step" a < 7 ==> begin a := a + 1; end;
rule "back" b > 0 & a > 2 ==> begin if a > 1 then b := b - 1; end; end;

invariant "apart" a + b < 12;
