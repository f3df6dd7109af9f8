//go:build muster_no_c

package driver

import (
	"errors"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/prog"
)

func loadC(prog.Files, *term.Store, c.Options) (*c.Result, error) {
	return nil, errors.New("C programs are not read: this was built with the tag muster_no_c")
}
