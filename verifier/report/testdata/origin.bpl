// As SMACK writes it: places and values of the C program.
procedure boogie_si_record_i32(x: int);
var lock: int;
procedure acquire(p: int) modifies lock;
{
  assume {:sourceloc "lock.c", 4, 3} true;
  assume lock == 0;
  lock := p;
}
procedure {:entrypoint} main() modifies lock;
{
  var n: int;
start:
  assume {:sourceloc "lock.c", 10, 11} true;
  lock := 0;
  havoc n;
  call {:cexpr "n"} boogie_si_record_i32(n);
  goto some, none;
some:
  assume {:sourceloc "lock.c", 11, 7} true;
  assume n == 17;
  call acquire(n);
  goto check;
none:
  assume n != 17;
  goto check;
check:
  assume {:sourceloc "lock.c", 13, 3} true;
  assert lock == 0;
  return;
}
