// A driver that empties a queue of requests. The lock guards the queue and is
// released while the device works. lock_bug.bpl is the same with a bug.
//
// The loop becomes a recursive procedure. That the lock is free at its beginning
// and at its end is found to hold for all iterations.
//
// EXPECT: safe
// EXPECT --unbounded 0: safe up to bound 3
// EXPECT --bound 1 --unbounded 0: safe up to bound 1
// EXPECT --bound 6 --unbounded 0: safe up to bound 6

var lock: int;    // 0: free, 1: held
var packets: int; // sent so far

procedure acquire()
  modifies lock;
{
  assert lock == 0; // acquiring a lock that is held would block forever
  lock := 1;
}

procedure release()
  modifies lock;
{
  assert lock == 1; // only the holder of a lock may release it
  lock := 0;
}

// The next request in the queue, 0 if it is empty. It is outside the driver:
// without a body, it may return anything that its contract allows.
procedure next_request() returns (request: int);
  free ensures request >= 0;

// Sends a request to the device; a negative status is a failure.
procedure transfer(request: int) returns (status: int)
{
  var ready: bool;
  if (!ready) {
    status := -1;
    return;
  }
  status := request;
}

procedure main()
  modifies lock, packets;
{
  var old_packets, request, status: int;

  lock := 0;
  packets := 0;
again:
  call acquire();
  old_packets := packets;
  call request := next_request();
  if (request != 0) {
    call release();
    call status := transfer(request);
    packets := packets + 1;
  }
  if (packets != old_packets) {
    goto again;
  }
  call release();
}
