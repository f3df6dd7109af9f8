// A question beyond the solver: no sum of two positive cubes is a cube. It is
// true (Euler), but no finite number of lemmas about products shows it. The
// answer is unknown, with the reason, and never a guess. It takes about a
// second, since the number of lemmas about products is limited.
//
// EXPECT: unknown

procedure main(x: int, y: int, z: int)
{
  assume x > 0 && y > 0 && z > 0;
  assert x * x * x + y * y * y != z * z * z;
}
