// Three variables in step. One of the invariants proposed does not hold.
// want: safe, 1 or more facts
// without: safe
const {:existential true} b0: bool; // candidate
const {:existential true} b1: bool; // candidate
procedure {:entrypoint} main()
{
  var i, j, k, n: int;
  assume n >= 0;
  i := 0; j := 0; k := 7;
  while (i < n)
    invariant b0 ==> 3 * j + 5 * k == 19 * i + 35; // candidate
    invariant b1 ==> j <= 2; // candidate
  { i := i + 1; if (i mod 2 == 0) { j := j + 3; k := k + 2; } else { j := j - 2; k := k + 5; } }
  assert 3 * j + 5 * k == 19 * i + 35;
}
