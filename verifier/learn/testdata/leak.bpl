// Every tenth time the lock is not released.
// want: safe up to bound 3
var locked: int;
procedure {:entrypoint} main() modifies locked;
{
  var i: int;
  locked := 0;
  i := 0;
  while (i < 50) {
    assert locked == 0;
    locked := 1;
    i := i + 1;
    if (i != 10) { locked := 0; }
  }
}
