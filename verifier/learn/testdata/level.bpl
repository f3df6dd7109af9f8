// want: safe, 1 or more facts
// The level is raised and put back by way of a result, a second variable, and a cell of memory; error is set when a procedure
// is called at a wrong level.
var level, before, error: int;
var mem: [int]int;

procedure check(most: int) modifies error;
{
  if (level > most) { error := 1; }
}

procedure raise() returns (old_level: int) modifies level;
{
  old_level := level;
  level := 2;
}

procedure lower(to: int) modifies level, error;
{
  call check(2);
  level := to;
}

procedure byResult(n: int) modifies level, error;
{
  var l: int;
  if (n > 0) {
    call l := raise();
    call byResult(n - 1);
    call lower(l);
  }
}

procedure byVariable() modifies level, before, error;
{
  before := level;
  level := 1;
  call byResult(3);
  level := before;
}

procedure byCell(p: int) modifies level, mem, error;
{
  mem[p + 8] := level;
  level := 2;
  call check(2);
  level := mem[p + 8];
}

procedure main(n: int, p: int) modifies level, before, error, mem;
{
  var i: int;
  level := 0;
  error := 0;
  i := 0;
  while (i < n) {
    call byResult(i);
    call byVariable();
    call byCell(p + i);
    call check(0);
    i := i + 1;
  }
  assert error == 0;
}
