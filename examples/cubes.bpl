// A question beyond the solver: no sum of two positive cubes is a cube. It is
// true (Euler), but no finite number of lemmas about products shows it. The
// answer is unknown, with the reason, never a guess, and it comes in about a
// second: lemmas about products are counted.
//
// EXPECT: unknown

procedure main(x: int, y: int, z: int)
{
  assume x > 0 && y > 0 && z > 0;
  assert x * x * x + y * y * y != z * z * z;
}
