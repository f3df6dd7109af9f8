// It fails in the twentieth iteration, past the bound.
// want: safe up to bound 3
procedure {:entrypoint} main()
{
  var i: int;
  i := 0;
  while (true) {
    assert i < 20;
    i := i + 1;
  }
}
