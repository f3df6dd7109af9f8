//go:build !muster_no_c

package driver

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/prog"
)

// loadC is c.Load. The build tag muster_no_c leaves the parser of C out, for the page, which has no C.
func loadC(files prog.Files, st *term.Store, opt c.Options) (*c.Result, error) {
	return c.Load(files, st, opt)
}
