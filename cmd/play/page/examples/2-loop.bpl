// A loop that is proved for every number of rounds. Verdict: safe
// Make the assertion x == n and run again: then there is a trace.

procedure main(n: int)
{
  var x, y: int;

  assume n >= 0;
  x, y := 0, n;
  while (y > 0) {
    x := x + 2;
    y := y - 1;
  }
  assert x >= n;
}
