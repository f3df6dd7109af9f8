// What the entry sets once is told to the procedures that need it: a limit, and elements of a table.
var limit: int;
var step: [int]int;

procedure {:entrypoint} main()
  modifies limit, step;
{
  var i: int;
  limit := 10;
  step[0] := 1;
  step[1] := 2;
  i := 0;
  call i := walk(i);
  assert i <= limit + 1;
}

procedure walk(n: int) returns (r: int)
{
  r := n;
  if (n < limit) {
    if (*) { r := n + step[0]; } else { r := n + step[1]; }
    call r := walk(r);
  }
}
