// An error at a certain depth of the recursion: descend(n) makes n further
// calls of itself, so the assertion fails only where five calls of descend are
// nested. A bound of 4 does not find it.
//
// EXPECT: safe up to bound 3
// EXPECT --bound 4: safe up to bound 4
// EXPECT --bound 5: unsafe
// EXPECT --bound 9: unsafe

procedure main(n: int)
{
  var depth: int;
  call depth := descend(n);
  assert depth != 4;
}

procedure descend(n: int) returns (depth: int)
{
  if (n <= 0) {
    depth := 0;
  } else {
    call depth := descend(n - 1);
    depth := depth + 1;
  }
}
