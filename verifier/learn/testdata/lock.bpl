// A lock is taken and released in each iteration, for ever.
// want: safe, 1 or more facts
var locked: int;
procedure acquire() modifies locked; { assert locked == 0; locked := 1; }
procedure release() modifies locked; { assert locked == 1; locked := 0; }
procedure {:entrypoint} main() modifies locked;
{
  var go: bool;
  locked := 0;
  while (go) {
    call acquire();
    call release();
    havoc go;
  }
  call acquire();
}
