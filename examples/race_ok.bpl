// As race_bug.bpl, but a lock protects the counter. The answer is about executions in so many contexts only,
// so it is never just safe.
//
// EXPECT --contexts 1: safe up to 1 context
// EXPECT: safe up to 2 contexts
var counter, done: int;
var locked: bool;

procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure acquire()
  modifies locked;
{
  call corral_atomic_begin();
  assume !locked; // wait
  locked := true;
  call corral_atomic_end();
}

procedure release()
  modifies locked;
{
  locked := false;
}

procedure count()
  modifies counter, done, locked;
{
  var before: int;

  call acquire();
  before := counter;
  counter := before + 1;
  done := done + 1;
  call release();
}

procedure {:entrypoint} main()
  modifies counter, done, locked;
{
  counter, done, locked := 0, 0, false;
  async call count();
  async call count();
  assume done == 2; // join
  assert counter == 2;
}
