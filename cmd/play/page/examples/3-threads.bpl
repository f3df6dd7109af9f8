// Two threads that count without a lock. Verdict: unsafe
// Each reads the counter and then writes it: one overwrites what the other wrote.

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
