// Embed uses Muster as a library to choose versions of packages: each package that is needed
// gets exactly one version, which meets the requirements of the others. If that is
// impossible, it prints the requirements that conflict.
//
//	go run . [PACKAGE@VERSION ...]
//
// adds requirements, for example: go run . tls@1
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

// A requirement says that a version of a package (any version, if 0) needs another package in
// a version from least to most.
type requirement struct {
	pkg         string
	version     int64
	needs       string
	least, most int64
}

// newest is the greatest version; the least is 1.
const newest = 9

var requirements = []requirement{
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
	pkg := func(name string) smt.Int { // the version; 0 if not installed
		v, ok := version[name]
		if !ok {
			v = st.Int(name)
			version[name], order = v, append(order, name)
			s.Assert(v.Ge(st.IntVal(0)).And(v.Le(st.IntVal(newest))))
		}
		return v
	}
	why[s.Assert(pkg("app").Eq(st.IntVal(1)))] = "app is required"
	for _, d := range requirements {
		has := pkg(d.pkg).Gt(st.IntVal(0))
		if d.version > 0 {
			has = pkg(d.pkg).Eq(st.IntVal(d.version))
		}
		fits := pkg(d.needs).Ge(st.IntVal(d.least)).And(pkg(d.needs).Le(st.IntVal(d.most)))
		why[s.Assert(has.Implies(fits))] = fmt.Sprintf("%s %s needs %s %d to %d", d.pkg, number(d.version), d.needs, d.least,
			d.most)
	}
	for _, a := range args {
		name, v, ok := strings.Cut(a, "@")
		n, err := strconv.ParseInt(v, 10, 64)
		if !ok || err != nil {
			return fmt.Errorf("%q is not of the form PACKAGE@VERSION", a)
		}
		why[s.Assert(pkg(name).Eq(st.IntVal(n)))] = a + " was given"
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
	fmt.Println("these conflict:")
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
