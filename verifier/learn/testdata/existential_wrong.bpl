// The invariant that would prove it does not hold.
// want: safe up to bound 3
const {:existential true} b: bool;
procedure {:entrypoint} main()
{
  var i, s, t: int;
  i := 0; s := 0; t := 0;
  while (i < 1000)
    invariant b ==> 7 * s == 3 * t;
  { s := s + 3; t := t + 7; if (i == 900) { t := t + 1; } i := i + 1; }
  assert 7 * s + 1 == 3 * t - 2 || i < 900;
}
