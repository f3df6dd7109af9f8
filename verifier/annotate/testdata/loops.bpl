// Loops with several exits and jumps, loops in loops, and one that says something only if it is entered in a certain way.
// loops: 5 in place, 0 not
var g: int;
procedure tidy(n: int) modifies g;
{
  var k: int;
  k := 0;
  while (k < n) { if (g == 1) { g := 2; } else { if (g == 2) { g := 1; } } k := k + 1; }
}
procedure {:entrypoint} main(x0: int, n: int) modifies g;
{
  var i, j, x, y: int;
  g := 1;
  i := 0;
 again:
  assume n >= 0;
  j := 0;
  while (true) {
    if (j == i) { break; }
    if (j > n) { goto out; }
    j := j + 1;
    call tidy(j);
  }
  i := i + 1;
  goto again, out;
 out:
  assert g != 0 && j <= i;
  g := 5;
  call tidy(n);
  x := x0; y := x0;
  while (*) { x := x + 1; havoc y; assume y >= x; }
  assert y >= x0;
  while (i > 0) { i := i - 1; }
  assert i >= 0;
}
