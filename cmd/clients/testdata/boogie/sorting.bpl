// expect: 1 verified, 1 error
// Insertion sort on a global array: sorted, and only with what was there.

var a: [int]int;

procedure Sort(n: int)
  requires 0 <= n;
  modifies a;
  ensures (forall i, j: int :: 0 <= i && i < j && j < n ==> a[i] <= a[j]);
  ensures (forall i: int :: i < 0 || n <= i ==> a[i] == old(a)[i]);
{
  var i, j, t: int;
  i := 1;
  while (i < n)
    invariant (0 < n ==> 1 <= i && i <= n) && 1 <= i;
    invariant (forall k, l: int :: 0 <= k && k < l && l < i && l < n ==> a[k] <= a[l]);
    invariant (forall k: int :: k < 0 || n <= k ==> a[k] == old(a)[k]);
  {
    j := i;
    while (0 < j && a[j - 1] > a[j])
      invariant 0 <= j && j <= i;
      invariant (forall k, l: int :: 0 <= k && k < l && l <= i && l != j ==> a[k] <= a[l]);
      invariant (forall k: int :: k < 0 || n <= k ==> a[k] == old(a)[k]);
    {
      t := a[j];
      a[j] := a[j - 1];
      a[j - 1] := t;
      j := j - 1;
    }
    i := i + 1;
  }
}

procedure Bubble(n: int)
  requires 1 < n;
  modifies a;
  ensures (forall i: int :: 0 <= i && i < n ==> a[i] <= a[n - 1]);
{
  var i, t: int;
  i := 0;
  while (i + 1 < n)
    invariant 0 <= i && i < n;
    invariant (forall k: int :: 0 <= k && k < i ==> a[k] <= a[i]);
  {
    if (a[i] < a[i + 1]) {
      t := a[i];
      a[i] := a[i + 1];
      a[i + 1] := t;
    }
    i := i + 1;
  }
}
