// expect: 2 verified, 2 errors
// Binary search, and the same with a bound that is off by one.

procedure Search(a: [int]int, n: int, key: int) returns (at: int)
  requires 0 <= n;
  requires (forall i, j: int :: 0 <= i && i <= j && j < n ==> a[i] <= a[j]);
  ensures 0 <= at ==> at < n && a[at] == key;
  ensures at < 0 ==> (forall i: int :: 0 <= i && i < n ==> a[i] != key);
{
  var low, high, mid: int;
  low, high := 0, n;
  while (low < high)
    invariant 0 <= low && low <= high && high <= n;
    invariant (forall i: int :: 0 <= i && i < low ==> a[i] < key);
    invariant (forall i: int :: high <= i && i < n ==> a[i] > key);
  {
    mid := (low + high) div 2;
    if (a[mid] < key) {
      low := mid + 1;
    } else if (a[mid] > key) {
      high := mid;
    } else {
      at := mid;
      return;
    }
  }
  at := -1;
}

procedure Careless(a: [int]int, n: int, key: int) returns (found: bool)
  requires 0 < n;
  ensures found ==> (exists i: int :: 0 <= i && i < n && a[i] == key);
{
  var i: int;
  i := 0;
  while (i <= n && !found)
    invariant 0 <= i && i <= n + 1;
    invariant found ==> (exists j: int :: 0 <= j && j < n && a[j] == key);
  {
    if (a[i] == key) { found := true; }
    i := i + 1;
  }
}

procedure Caller(a: [int]int) returns (r: int)
  requires (forall i: int :: a[i] == 2 * i);
{
  call r := Search(a, 10, 7);
  assert r < 0;
}
