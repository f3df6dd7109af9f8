// expect: 7 verified, 1 error
// Methods on arrays, with frames.

method Fill(a: array<int>, v: int)
  modifies a
  ensures forall i :: 0 <= i < a.Length ==> a[i] == v
{
  var i := 0;
  while i < a.Length
    invariant 0 <= i <= a.Length
    invariant forall k :: 0 <= k < i ==> a[k] == v
  {
    a[i] := v;
    i := i + 1;
  }
}

method Reverse(a: array<int>)
  modifies a
  ensures forall i :: 0 <= i < a.Length ==> a[i] == old(a[a.Length - 1 - i])
{
  var i := 0;
  while i < a.Length - 1 - i
    invariant 0 <= i <= (a.Length + 1) / 2
    invariant forall k :: 0 <= k < i || a.Length - i <= k < a.Length ==> a[k] == old(a[a.Length - 1 - k])
    invariant forall k :: i <= k < a.Length - i ==> a[k] == old(a[k])
  {
    a[i], a[a.Length - 1 - i] := a[a.Length - 1 - i], a[i];
    i := i + 1;
  }
}

method Partition(a: array<int>, pivot: int) returns (m: int)
  modifies a
  ensures 0 <= m <= a.Length
  ensures forall i :: 0 <= i < m ==> a[i] < pivot
  ensures forall i :: m <= i < a.Length ==> pivot <= a[i]
  ensures multiset(a[..]) == multiset(old(a[..]))
{
  m := 0;
  var n := a.Length;
  while m < n
    invariant 0 <= m <= n <= a.Length
    invariant forall i :: 0 <= i < m ==> a[i] < pivot
    invariant forall i :: n <= i < a.Length ==> pivot <= a[i]
    invariant multiset(a[..]) == multiset(old(a[..]))
  {
    if a[m] < pivot {
      m := m + 1;
    } else {
      n := n - 1;
      a[m], a[n] := a[n], a[m];
    }
  }
}

method Frame(a: array<int>, b: array<int>)
  requires 0 < b.Length
  modifies a
  ensures b[0] == old(b[0])
{
  Fill(a, 0);
}
