// Whether the lock is held depends on what the call returned.
// want: safe, 1 or more facts
var locked: int;
procedure try() returns (r: int) modifies locked;
{
  assert locked == 0;
  havoc r;
  if (r < 0) { return; }
  locked := 1;
  r := 0;
}
procedure release() modifies locked; { assert locked == 1; locked := 0; }
procedure work() modifies locked;
{
  var r: int;
  call r := try();
  if (r == 0) { call release(); }
}
procedure {:entrypoint} main() modifies locked;
{
  var go: bool;
  locked := 0;
  while (go) {
    call work();
    havoc go;
  }
  assert locked == 0;
}
