// A recursive procedure leaves the state as it was, or tells that it did not.
// want: safe, 1 or more facts
var state: int;
procedure walk(n: int) returns (ok: bool) modifies state;
{
  ok := true;
  if (n > 0) {
    state := 2;
    if (n mod 7 == 3) { ok := false; return; }
    state := 1;
    call ok := walk(n - 1);
  }
}
procedure {:entrypoint} main() modifies state;
{
  var n: int;
  var ok: bool;
  state := 1;
  call ok := walk(n);
  assert !ok || state == 1;
}
