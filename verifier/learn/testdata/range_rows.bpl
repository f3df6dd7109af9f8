// Rows of one array are filled one after the other.
// want: safe, 1 or more facts
var m: [int]int;
procedure {:entrypoint} main(h: int, w: int, k: int, l: int)
  modifies m;
{
  var i, j: int;
  assume 0 <= k && k < h && 0 <= l && l < w && w <= 100;
  i := 0;
  while (i < h) {
    j := 0;
    while (j < w) { m[100 * i + j] := 5; j := j + 1; }
    i := i + 1;
  }
  assert m[100 * k + l] == 5;
}
