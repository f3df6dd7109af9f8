// Two clients take a lock and give it back, in any order.
var owner: int; // 0: free
var first, second: bool; // who is inside

procedure {:entrypoint} main()
  modifies owner, first, second;
{
  var client: int;
  owner, first, second := 0, false, false;
  while (*)
  {
    havoc client;
    assume client == 1 || client == 2;
    if (*) {
      call enter(client);
    } else {
      call leave(client);
    }
    assert !(first && second);
  }
}

procedure enter(client: int)
  modifies owner, first, second;
{
  if (owner == 0) {
    owner := client;
    first, second := first || client == 1, second || client == 2;
  }
}

procedure leave(client: int)
  modifies owner, first, second;
{
  if (owner == client) {
    owner := 0;
    first, second := first && client != 1, second && client != 2;
  }
}
