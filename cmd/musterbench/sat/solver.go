package sat

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/dimacs"
	"github.com/muster-smt/muster/sat/proof"
)

const (
	// minisat is the solver that writes its model to a file.
	minisat = "minisat"
	// statsFlag makes muster print its propagations; no other solver has it.
	statsFlag = "--stats"
)

// solvers finds the solvers.
func (o *Options) solvers() ([]measure.Solver, error) {
	return o.Find(append([]string{"muster", "gini"}, measure.OnPath("cadical", "kissat", minisat)...),
		func(name string) ([]string, error) {
			switch name {
			case "muster":
				return []string{o.Muster, "sat", statsFlag}, nil
			case "gini":
				return []string{o.Muster, "sat", "--sat=gini"}, nil
			case "cadical":
				if o.Stages {
					return []string{name, "--profile=3"}, nil
				}
				return []string{name}, nil
			case "kissat":
				return []string{name}, nil
			case minisat:
				return []string{name, "-verb=1"}, nil
			}
			return []string{name, "sat", statsFlag}, nil // a muster binary
		})
}

// solve runs a solver on a formula and checks its answer.
func (o *Options) solve(ctx context.Context, v measure.Solver, f *formula) (*run, error) {
	if err := f.read(); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "musterbench")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	modelFile, proofFile := filepath.Join(dir, "model"), filepath.Join(dir, "proof")
	args := append(slices.Clone(v.Args), f.file)
	if v.Name == minisat {
		args = append(args, modelFile)
	}
	proved := o.Check && slices.Contains(v.Args, statsFlag)
	if proved {
		args = append(args, "--proof", proofFile, "--binary")
	}
	p := measure.Run(ctx, o.Pin, o.Limit, args...)
	r := &run{Result: measure.NewResult(f.file, v.Name, p)}
	model := r.read(p.Out)
	if v.Name == minisat && r.Verdict == "sat" {
		text, err := os.ReadFile(modelFile)
		if err != nil {
			return nil, err
		}
		model = literals(strings.TrimPrefix(string(text), "SAT"), nil)
	}
	var wrong error
	switch {
	case r.Verdict == "sat":
		wrong = f.clauses.Evaluate(dimacs.Query{Clauses: f.clauses.Len()}, model)
	case r.Verdict == "unsat" && proved:
		wrong = checkProof(f.clauses, proofFile)
	case r.Verdict == "unknown":
		r.Remark = p.Why()
	}
	if wrong != nil {
		r.Wrong = wrong.Error()
	}
	return r, nil
}

// read takes the answer, the number of propagations and the model from the
// output of a solver.
func (r *run) read(out string) (model []sat.Lit) {
	r.Verdict = "unknown"
	for line := range strings.Lines(out) {
		if rest, ok := strings.CutPrefix(line, "v "); ok {
			model = literals(rest, model)
			continue
		}
		if rest, ok := strings.CutPrefix(line, "c "); ok {
			r.report.read(rest)
		}
		line = strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(line), "c "), "s ")
		name, rest, _ := strings.Cut(line, ":")
		switch {
		case line == "SATISFIABLE":
			r.Verdict = "sat"
		case line == "UNSATISFIABLE":
			r.Verdict = "unsat"
		case strings.TrimSpace(name) == "propagations":
			if words := strings.Fields(rest); len(words) > 0 {
				r.propagations, _ = strconv.ParseInt(words[0], 10, 64)
			}
		}
	}
	return model
}

// literals adds the literals in a text, up to a 0.
func literals(text string, to []sat.Lit) []sat.Lit {
	for w := range strings.FieldsSeq(text) {
		n, err := strconv.Atoi(w)
		if err != nil || n == 0 {
			break
		}
		to = append(to, sat.FromDimacs(n))
	}
	return to
}

func checkProof(f *dimacs.Formula, file string) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	r := proof.NewReader(bufio.NewReaderSize(in, 1<<16), proof.Format{LRAT: true, Binary: true})
	_, err = proof.Check(f.Clauses(), r, proof.Options{Sparse: f.Sparse()})
	return err
}
