// Where clauses: of globals, parameters, results, locals; after calls, havocs and in loops.
var w: int where w > 0;
var v: int where v > w;
var m: [int]int where (forall i: int :: m[i] >= 0);

procedure Assumed() { assert w > 0; assert v > 1; assert v > 2; }

procedure Params(x: int where x > 3) returns (r: int where r < 7)
{ assert x > 3; assert r < 7; r := x; assert r < 7; }

procedure NotCheckedAtCall(x: int where x > 3) { assert x > 2; }

procedure Caller() { call NotCheckedAtCall(0); }

procedure Locals() { var y: int where y == 9; assert y == 9; y := 3; assert y == 9; }

procedure Havoc()
{ var y: int where y > 5; y := 0; havoc y; assert y > 5; assert y > 6; }

procedure HavocGlobal()
  modifies w;
{ w := -3; assert w > 0; havoc w; assert w > 0; }

procedure HavocDependent()
  modifies w;
{ havoc w; assert v > w; }

procedure ModifiesW();
  modifies w;

procedure AfterCall()
  modifies w;
{ call ModifiesW(); assert w > 0; assert v > w; }

procedure Result() returns (r: int where r > 0);

procedure CallResult() { var y: int where y < 100; call y := Result(); assert y > 0; assert y < 100; assert y > 1; }

procedure Loop(n: int)
{
  var i: int where i >= 0;
  i := 0;
  while (i < n) { assert i >= 0; i := i + 1; }
  assert i >= 0;
}

procedure LoopUnchanged(n: int)
{
  var i: int where i >= 0;
  var j: int where j >= 0;
  i := -1; j := 0;
  while (*) { assert i >= 0; j := j + 1; }
}

procedure LoopBreaksWhere()
{
  var i: int where i >= 0;
  i := 0;
  while (*) { i := i - 1; }
  assert i >= 0;
}

procedure EnsuresWhere() returns (r: int where r > 0)
  ensures r > 0;
{ r := 0; }

procedure MapWhere(i: int)
  modifies m;
{ assert m[i] >= 0; m[i] := -1; assert m[i] >= 0; }

//= where.bpl(6,51): Error BP5001: This assertion might not hold.
//= where.bpl(9,39): Error BP5001: This assertion might not hold.
//= where.bpl(15,70): Error BP5001: This assertion might not hold.
//= where.bpl(18,58): Error BP5001: This assertion might not hold.
//= where.bpl(22,12): Error BP5001: This assertion might not hold.
//= where.bpl(26,12): Error BP5001: This assertion might not hold.
//= where.bpl(33,35): Error BP5001: This assertion might not hold.
//= where.bpl(37,86): Error BP5001: This assertion might not hold.
//= where.bpl(37,102): Error BP5001: This assertion might not hold.
//= where.bpl(52,15): Error BP5001: This assertion might not hold.
//= where.bpl(65,11): Error BP5003: A postcondition might not hold on this return path.
//= where.bpl(64,3): Related location: This is the postcondition that might not hold.
//= where.bpl(69,33): Error BP5001: This assertion might not hold.
//= Muster program verifier finished with 4 verified, 12 errors
