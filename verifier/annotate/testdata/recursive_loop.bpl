// A procedure with a loop calls itself in it.
// loops: 1 in place, 0 not
var depth: int;
procedure {:entrypoint} main()
  modifies depth;
{
  depth := 0;
  call walk();
  assert depth >= 0;
}
procedure walk()
  modifies depth;
{
  var more: bool;
  havoc more;
  while (more) {
    depth := depth + 1;
    call walk();
    havoc more;
  }
}
