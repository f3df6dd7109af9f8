// A loop stores into an array, but not where it is read afterwards.
// want: safe, 1 or more facts
var a: [int]int;
procedure {:entrypoint} main() modifies a;
{
  var i, n: int;
  a[3] := 5;
  i := 10;
  while (i < n) {
    a[i] := a[i - 1] + n;
    i := i + 1;
  }
  assert a[3] == 5;
}
