// A loop stores into one array, and leaves another one as it was.
// want: safe, 1 or more facts
var a, b: [int]int;
procedure fill(n: int) modifies a, b;
{
  var i, old_: int;
  i := 0;
  while (i < n) {
    old_ := b[i];
    b[i] := 7;
    a[i] := b[i];
    b[i] := old_;
    i := i + 1;
  }
}
procedure {:entrypoint} main() modifies a, b;
{
  var n: int;
  b[3] := 5;
  call fill(n);
  assert b[3] == 5;
}
