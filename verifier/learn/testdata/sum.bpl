// How much each iteration adds is known within bounds only.
// want: safe, 1 or more facts
procedure {:entrypoint} main()
{
  var i, s: int;
  var b: bool;
  i := 0; s := 0;
  while (i < 1000) {
    havoc b;
    if (b) { s := s + 6; } else { s := s + 10; }
    i := i + 1;
  }
  assert s mod 2 == 0;
}
