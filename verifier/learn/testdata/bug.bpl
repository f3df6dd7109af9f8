// It fails within the bound.
// want: unsafe
procedure {:entrypoint} main()
{
  var i: int;
  i := 0;
  while (i < 5) {
    assert i != 2;
    i := i + 1;
  }
}
