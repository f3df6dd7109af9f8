// Embed chooses versions of packages with Muster as a library: each package
// that is needed has exactly one version, which meets what the others ask for. If
// there is no choice it says which demands clash.
//
//	go run . [PACKAGE@VERSION ...]
//
// asks for these besides, for example: go run . tls@1
package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/muster-smt/muster/theory/smt"
)

// A demand is: version (or any, if 0) of a package needs another package with a
// version from least to most.
type demand struct {
	pkg         string
	version     int64
	needs       string
	least, most int64
}

// The packages have versions from 1 to 9.
const newest = 9

var demands = []demand{
	{"app", 0, "web", 3, newest},
	{"app", 0, "db", 1, 4},
	{"web", 3, "tls", 2, 3},
	{"web", 4, "tls", 4, 5},
	{"web", 5, "tls", 5, newest},
	{"db", 4, "tls", 3, 4},
	{"db", 3, "tls", 1, 3},
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "embed:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	st := smt.NewStore()
	s := smt.NewSession(st, smt.Config{})
	why := map[smt.ID]string{}
	version := map[string]smt.Int{}
	var order []string
	pkg := func(name string) smt.Int { // 0: not installed
		v, ok := version[name]
		if !ok {
			v = st.Int(name)
			version[name], order = v, append(order, name)
			s.Assert(v.Ge(st.IntVal(0)).And(v.Le(st.IntVal(newest))))
		}
		return v
	}
	why[s.Assert(pkg("app").Eq(st.IntVal(1)))] = "app is wanted"
	for _, d := range demands {
		has := pkg(d.pkg).Gt(st.IntVal(0))
		if d.version > 0 {
			has = pkg(d.pkg).Eq(st.IntVal(d.version))
		}
		fits := pkg(d.needs).Ge(st.IntVal(d.least)).And(pkg(d.needs).Le(st.IntVal(d.most)))
		why[s.Assert(has.Implies(fits))] = fmt.Sprintf("%s %s needs %s %d to %d", d.pkg, number(d.version), d.needs, d.least, d.most)
	}
	for _, a := range args {
		name, v, ok := strings.Cut(a, "@")
		n, err := strconv.ParseInt(v, 10, 64)
		if !ok || err != nil {
			return fmt.Errorf("%q is not of the form PACKAGE@VERSION", a)
		}
		why[s.Assert(pkg(name).Eq(st.IntVal(n)))] = a + " is asked for"
	}
	r, err := s.Check(ctx)
	switch {
	case err != nil:
		return err
	case r.Status == smt.Unsat:
		return explain(ctx, s, why)
	case r.Status == smt.Unknown:
		return fmt.Errorf("undecided: %s", r.Reason)
	}
	m, err := s.Model()
	if err != nil {
		return err
	}
	for _, name := range order {
		v, err := m.Int(version[name])
		if err != nil {
			return err
		}
		if v.Sign() > 0 {
			fmt.Println(name, v)
		}
	}
	return nil
}

func explain(ctx context.Context, s *smt.Session, why map[smt.ID]string) error {
	core, err := s.MinimizeCore(ctx, 0)
	if err != nil {
		return err
	}
	fmt.Println("these clash:")
	for _, id := range core.Assertions {
		if why[id] != "" {
			fmt.Println(" ", why[id])
		}
	}
	return nil
}

func number(v int64) string {
	if v == 0 {
		return "(any)"
	}
	return strconv.FormatInt(v, 10)
}
