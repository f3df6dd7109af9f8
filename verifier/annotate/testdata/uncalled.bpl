// What is called only where control never gets need not call others as the rest of the program does.
// loops: 0 in place, 0 not
var state: int;
procedure {:entrypoint} main()
  modifies state;
{
  var n: int;
  var ok: bool;
  state := 1;
  call ok := walk(0, n);
  assert !ok || state == 1;
}
procedure walk(y: int, n: int) returns (ok: bool)
  modifies state;
{
  ok := true;
  if (y != 0) { call ok := stray(y); }
  if (n > 0) {
    state := 2 + y;
    if (n mod 7 == 3) { ok := false; return; }
    state := 1 + y;
    call ok := walk(y, n - 1);
  }
}
procedure stray(x: int) returns (ok: bool)
  modifies state;
{
  call ok := walk(1, x);
  if (*) { call ok := stray(x + 1); }
}
