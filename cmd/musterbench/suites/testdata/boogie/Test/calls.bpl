// RUN: %parallel-boogie "%s" > "%t"
// RUN: %diff "%s.expect" "%t"
// RUN: %parallel-boogie -lib:base -proc:good "%s" > "%t"
// RUN: %diff good.expect "%t"
// RUN: %parallel-boogie -print:- "%s" > "%t"
// RUN: %diff "%s.print" "%t"
procedure p(x: int)
  requires x > 0;
{
}

procedure bad()
{
  call p(0);
}

procedure good()
{
  call p(1);
}
