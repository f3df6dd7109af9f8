// Procedures that go through ranges and call each other: what one does in all runs of another is said once.
// want: safe, 1 or more facts
// four procedures that fill an array and call each other
var a: [int]int;
procedure r0(i: int, n: int, k: int) modifies a; { if (i < n) { if (a[i] < k) { a[i] := k; } call r0(i+1, n, k); call r1(i, n, k); } }
procedure r1(i: int, n: int, k: int) modifies a; { if (i < n) { if (a[i] < k) { a[i] := k; } call r1(i+1, n, k); call r2(i, n, k); } }
procedure r2(i: int, n: int, k: int) modifies a; { if (i < n) { if (a[i] < k) { a[i] := k; } call r2(i+1, n, k); call r3(i, n, k); } }
procedure r3(i: int, n: int, k: int) modifies a; { if (i < n) { if (a[i] < k) { a[i] := k; } call r3(i+1, n, k); call r0(i, n, k); } }
procedure {:entrypoint} main(n: int, k: int) modifies a; { assume n > 0; call r0(0, n, k); assert (forall j: int :: 0 <= j && j < n ==> a[j] >= 0); }
