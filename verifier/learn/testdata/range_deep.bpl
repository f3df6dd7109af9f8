// Loops in loops in loops that go through one array.
// want: unsafe
procedure {:entrypoint} main(n:int,m:int,k:int) { var a:[int]int; var s:int; var i0,i1,i2,i3,i4,i5,i6,i7: int;
 assume n>0;
i0:=0; while (i0<n) {
 a[i0] := s;
 if (a[i0+0] < n) { s := s + 1; }
 if (a[i0+1] < m) { s := s + 1; }
 i1:=0; while (i1<n) {
  a[i1] := s;
  if (a[i1+0] < n) { s := s + 1; }
  if (a[i1+1] < m) { s := s + 1; }
  i2:=0; while (i2<n) {
   a[i2] := s;
   if (a[i2+0] < n) { s := s + 1; }
   if (a[i2+1] < m) { s := s + 1; }
   i3:=0; while (i3<n) {
    a[i3] := s;
    if (a[i3+0] < n) { s := s + 1; }
    if (a[i3+1] < m) { s := s + 1; }
    i4:=0; while (i4<n) {
     a[i4] := s;
     if (a[i4+0] < n) { s := s + 1; }
     if (a[i4+1] < m) { s := s + 1; }
     i5:=0; while (i5<n) {
      a[i5] := s;
      if (a[i5+0] < n) { s := s + 1; }
      if (a[i5+1] < m) { s := s + 1; }
      i6:=0; while (i6<n) {
       a[i6] := s;
       if (a[i6+0] < n) { s := s + 1; }
       if (a[i6+1] < m) { s := s + 1; }
       i7:=0; while (i7<n) {
        a[i7] := s;
        if (a[i7+0] < n) { s := s + 1; }
        if (a[i7+1] < m) { s := s + 1; }
       i7:=i7+1; }
      i6:=i6+1; }
     i5:=i5+1; }
    i4:=i4+1; }
   i3:=i3+1; }
  i2:=i2+1; }
 i1:=i1+1; }
i0:=i0+1; }
 assert (forall j:int:: j>=0 && j<n ==> a[j] >= 0); }

