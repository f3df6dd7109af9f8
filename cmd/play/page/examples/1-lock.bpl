// A lock that is released twice. Verdict: unsafe
// Run it, then step through the trace: by the buttons, or by the keys n and p.

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

// The next request in the queue, 0 if it is empty. Without a body, it may
// return anything that its contract allows.
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
    if (status >= 0) { // a failed transfer is not counted: the bug
      packets := packets + 1;
    }
  }
  if (packets != old_packets) {
    goto again;
  }
  call release();
}
