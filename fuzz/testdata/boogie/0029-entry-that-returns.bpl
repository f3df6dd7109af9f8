// The entry assumed its free postconditions where it returns, which callers alone do: execute says safe.
// bound 1, variant 9757856
procedure main()
  free ensures {:always_assume} false;
{
}
