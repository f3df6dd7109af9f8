package chcpass

import (
	"fmt"
	"testing"

	"github.com/muster-smt/muster/verifier/vc"
)

// TestPassed gives the sites on a path their calls, and names the procedure and the place where there are too few or
// too many of these.
func TestPassed(t *testing.T) {
	p := &vc.Proc{Name: "p", Blocks: []vc.Block{{}, {Sites: []int32{1, 0}}, {Sites: []int32{2}}}}
	for _, x := range []struct {
		blocks []int32
		calls  []int
		want   string
		err    string
	}{
		{[]int32{0, 1}, []int{7, 8}, "[1=7 0=8]", ""},
		{[]int32{2, 1}, []int{7, 8, 9}, "[2=7 1=8 0=9]", ""},
		{[]int32{0}, nil, "[]", ""},
		{[]int32{0, 1}, []int{7}, "[1=7]", "a path through p passes a site in block 1, and all 1 calls have been"},
		{[]int32{2}, nil, "[]", "a path through p passes a site in block 2, and all 0 calls have been"},
		{[]int32{0, 2}, []int{7, 8}, "[2=7]", "a path through p passes 1 sites, and there are 2 calls"},
	} {
		got := []string{}
		err := passed(p, x.blocks, x.calls, func(site int32, call int) { got = append(got, fmt.Sprint(site, "=", call)) })
		if fmt.Sprint(got) != x.want || fmt.Sprint(err) != x.err && (err != nil || x.err != "") {
			t.Errorf("%v with calls %v: %v, %v, want %s, %s", x.blocks, x.calls, got, err, x.want, x.err)
		}
	}
}
