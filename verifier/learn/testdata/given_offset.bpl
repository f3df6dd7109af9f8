// A range of a heap is filled, from anywhere on; what it has is said from there on, and from its end back.
// want: safe, 1 or more facts
var heap: [int]int;
procedure {:entrypoint} zero(o: int, n: int)
  requires n >= 0;
  modifies heap;
  ensures (forall j: int :: 0 <= j && j < n ==> heap[o + j] == 0);
{
  var i: int;
  i := 0;
  while (i < n)
    invariant (forall j: int :: 0 <= j && j < i ==> heap[o + j] == 0);
    invariant i <= n;
  { heap[o + i] := 0; i := i + 1; }
  while (i > 0)
    invariant (forall j: int :: 0 <= j && j < n ==> heap[o + n - 1 - j] == 0);
  { i := i - 1; }
}
