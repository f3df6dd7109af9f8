// The states of a property as pairs of before and after (the Corral paper, 4.2).
// want: safe, 1 or more facts
// without: safe up to bound 3
var s, t: int;
procedure acquire() modifies s, t; { assert s == 0 && t mod 2 == 0; s := 1; t := t + 3; }
procedure release() modifies s, t; { assert s == 1 && t mod 2 == 1; s := 0; t := t + 5; }
procedure {:entrypoint} main() modifies s, t;
{
  var go: bool;
  s := 0; t := 0;
  while (go) { call acquire(); call release(); havoc go; }
  call acquire();
}
procedure {:template} states();
  ensures {:pre} s == 0;
  ensures {:pre} s == 1;
  ensures {:post} s == 0;
  ensures {:post} s == 1;
  requires t mod 2 == s; // candidate
  ensures t mod 2 == s; // candidate
