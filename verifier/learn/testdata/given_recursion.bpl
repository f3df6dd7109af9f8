// A recursive procedure with a contract.
// want: safe, 1 or more facts
procedure sum(n: int) returns (r: int)
  requires n >= 0;
  ensures 2 * r == n * (n + 1);
{
  var q: int;
  if (n == 0) { r := 0; return; }
  call q := sum(n - 1);
  r := q + n;
}
procedure {:entrypoint} main()
{
  var n, r: int;
  assume n >= 0;
  call r := sum(n);
  assert 2 * r == n * (n + 1);
}
