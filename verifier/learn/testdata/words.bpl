// A typestate of machine words.
// want: safe, 1 or more facts
var state: bv8;
procedure open() modifies state; { assert state == 1bv8; state := 2bv8; }
procedure close() modifies state; { assert state == 2bv8; state := 1bv8; }
procedure {:entrypoint} main() modifies state;
{
  var go: bool;
  state := 1bv8;
  while (go) {
    call open();
    call close();
    havoc go;
  }
  assert state == 1bv8;
}
