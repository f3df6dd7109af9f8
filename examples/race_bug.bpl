// Two threads count without a lock. One reads the counter, the other one counts, and then the first writes
// what it read plus one. For that, a thread must be interrupted, so one context for each is too few.
//
// EXPECT --contexts 1: safe up to 1 context
// EXPECT: unsafe
// EXPECT --contexts 3: unsafe
var counter, done: int;

procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure count()
  modifies counter, done;
{
  var before: int;

  before := counter;
  counter := before + 1;

  call corral_atomic_begin();
  done := done + 1;
  call corral_atomic_end();
}

procedure {:entrypoint} main()
  modifies counter, done;
{
  counter, done := 0, 0;
  async call count();
  async call count();
  assume done == 2; // join
  assert counter == 2;
}
