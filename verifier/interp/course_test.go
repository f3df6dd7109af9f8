package interp_test

import (
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/verifier/interp"
)

// TestDeepCourse: a course into a recursion without an end is refused before it ends the process.
func TestDeepCourse(t *testing.T) {
	p := core(t, "procedure p() { call p(); }\nprocedure {:entrypoint} main() { call p(); assert false; }")
	_, fail, err := interp.Follow(t.Context(), &interp.Course{
		Program: p, Model: model.New(p.Store, model.Options{}), Zeros: true})
	if err != nil || fail == nil || !strings.Contains(fail.Error(), "too deeply") {
		t.Errorf("%v, %v", fail, err)
	}
}
