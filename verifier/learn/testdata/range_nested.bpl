// A loop inside fills a row; the loop around it all rows.
// want: safe, 1 or more facts
procedure {:entrypoint} main()
{
  var m: [int][int]int;
  var i, j, k, l, h, w: int;
  i := 0;
  while (i < h) {
    j := 0;
    while (j < w) { m[i] := m[i][j := i]; j := j + 1; }
    i := i + 1;
  }
  assume 0 <= k && k < h && 0 <= l && l < w;
  assert m[k][l] == k;
}
