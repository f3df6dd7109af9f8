var g: int;
const N: int;
axiom N == 3;

procedure inc(x: int) returns (y: int)
  requires x < 10;
  ensures y > x;
  modifies g;
{
  y := x + 1;
  g := g + y;
}

procedure ext(a: int) returns (b: int);
procedure log(a: int);

procedure {:entrypoint} main()
  modifies g;
{
  var i, j, k: int;
  i := 0;
  while (i < N)
    invariant i >= 0;
  {
    j := 0;
    while (j < 2) {
      call k := inc(j);
      j := j + 1;
    }
    i := i + 1;
    if (*) { i := i + 1; } else if (i == 77) { i := 0; }
  }
  call k := ext(i);
  call log(k);
  havoc j;
  assume j == k + i;
 head:
  goto a, done;
 a:
  assume {:partition} j < 100;
  j := j + 20;
  goto head;
 done:
  assume {:partition} j >= 100;
  call k := inc(j);
}
