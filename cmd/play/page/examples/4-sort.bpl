// Sorting three numbers in an array. Verdict: safe
// Leave out one of the calls and run again.

var a: [int]int;

procedure order(i: int, j: int)
  modifies a;
{
  if (a[i] > a[j]) {
    a := a[i := a[j]][j := a[i]];
  }
}

procedure main()
  modifies a;
{
  call order(0, 1);
  call order(1, 2);
  call order(0, 1);
  assert a[0] <= a[1] && a[1] <= a[2];
}
