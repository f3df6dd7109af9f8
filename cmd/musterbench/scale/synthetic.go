package scale

import (
	"fmt"
	"strings"
)

// syntheticLevels is the number of procedures of the synthetic program below its
// entry, each of which calls the next one twice: the whole tree has
// 2^syntheticLevels instances.
const syntheticLevels = 13

// syntheticProgram returns a program over a flag, a counter and an array, all of
// whose procedures have the same shape.
func syntheticProgram() string {
	var b strings.Builder
	b.WriteString(syntheticHead)
	for i := range syntheticLevels {
		call := func(to, arg string) string { return fmt.Sprintf("call %s := step%d(%s);", to, i+1, arg) }
		if i == syntheticLevels-1 {
			call = func(to, arg string) string { return to + " := " + arg + ";" }
		}
		fmt.Fprintf(&b, syntheticStep, i, call("r", "p + 8"), call("v", "r + 16"))
	}
	return b.String()
}

const syntheticHead = `var state: int;
var count: int;
var mem: [int]int;
function f(x: int): int;

procedure {:entrypoint} main()
  modifies state, count, mem;
{
  var r: int;
  state := 1;
  count := 0;
  call r := step0(0);
  assert count != 3 || state != 5;
}
`

const syntheticStep = `
procedure step%d(p: int) returns (r: int)
  modifies state, count, mem;
{
  var v: int;
  v := mem[p];
  if (v == 0) {
    if (state == 1) {
      state := 2;
      mem[p] := f(count);
    } else {
      state := 1;
      count := count + 1;
    }
  } else {
    if (v > count) {
      mem[p + 4] := v - count;
    }
    count := count + 2;
  }
  if (count < 100000) {
    %s
    if (r == f(p)) {
      state := r;
    }
    %s
    r := v + 1;
  } else {
    r := count + state;
  }
}
`
