// A loop in a procedure with a contract copies an array.
// want: safe, 1 or more facts
procedure copy(a: [int]int, n: int) returns (b: [int]int)
  requires n >= 0;
  ensures (forall x: int :: 0 <= x && x < n ==> b[x] == a[x]);
{
  var i: int;
  i := 0;
  while (i < n)
    invariant 0 <= i && i <= n;
    invariant (forall x: int :: 0 <= x && x < i ==> b[x] == a[x]);
  { b[i] := a[i]; i := i + 1; }
}
procedure {:entrypoint} main()
{
  var a, b: [int]int; var n: int;
  assume n > 5 && a[3] == 9;
  call b := copy(a, n);
  assert b[3] == 9;
}
