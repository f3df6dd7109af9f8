// Two procedures call each other and pass the turn.
// want: safe, 1 or more facts
var turn: int;
procedure ping(n: int) modifies turn;
{
  assert turn == 0;
  turn := 1;
  if (n > 0) { call pong(n - 1); }
  turn := 0;
}
procedure pong(n: int) modifies turn;
{
  assert turn == 1;
  turn := 0;
  if (n > 0) { call ping(n - 1); }
  turn := 1;
}
procedure {:entrypoint} main() modifies turn;
{
  var n: int;
  turn := 0;
  call ping(n);
  assert turn == 0;
}
