package main

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/dimacs"
	"github.com/muster-smt/muster/sat/proof"
)

// satSolver is a SAT solver's name and command line, to which the formula is
// added and, if it wants them, the name of a file for the model.
type satSolver struct {
	name      string
	args      []string
	modelFile bool // it writes the model to a file
	proof     bool // it is muster, and its proofs are checked
}

// spawn runs a solver on a formula, in a process of its own, and checks what it
// answers.
func (s *satOptions) spawn(ctx context.Context, v satSolver, file string, f *dimacs.Formula) (satRun, error) {
	dir, err := os.MkdirTemp("", "musterbench")
	if err != nil {
		return satRun{}, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	modelFile, proofFile := filepath.Join(dir, "model"), filepath.Join(dir, "proof")
	args := append(slices.Clone(v.args), file)
	if v.modelFile {
		args = append(args, modelFile)
	}
	if v.proof {
		args = append(args, "--proof", proofFile, "--binary")
	}
	t := runTimed(ctx, s.pin, s.limit, args)
	r := satRun{file: file, solver: v.name, answer: "unknown", cpu: t.cpu, mb: t.mb}
	model := r.read(t.out)
	if v.modelFile && r.answer == "sat" {
		text, err := os.ReadFile(modelFile)
		if err != nil {
			return r, err
		}
		model = literals(strings.TrimPrefix(string(text), "SAT"), nil)
	}
	switch {
	case r.answer == "sat":
		if err := f.Evaluate(dimacs.Query{Clauses: f.Len()}, model); err != nil {
			r.wrong = err.Error()
		}
	case r.answer == "unsat" && v.proof:
		if err := checkProof(f, proofFile); err != nil {
			r.wrong = err.Error()
		}
	case r.answer == "unknown" && t.timeout:
		r.remark = "timeout"
	case r.answer == "unknown":
		r.remark = firstLine(t.errs)
		if r.remark == "" && t.err != nil {
			r.remark = t.err.Error()
		}
	}
	return r, nil
}

// read takes the answer, the counter and the model from the output of a solver.
func (r *satRun) read(out string) (model []sat.Lit) {
	for line := range strings.Lines(out) {
		if rest, ok := strings.CutPrefix(line, "v "); ok {
			model = literals(rest, model)
			continue
		}
		line = strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(line), "c "), "s ")
		name, rest, _ := strings.Cut(line, ":")
		switch {
		case line == "SATISFIABLE":
			r.answer = "sat"
		case line == "UNSATISFIABLE":
			r.answer = "unsat"
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
	_, err = proof.Check(f.Clauses(), r, proof.Options{})
	return err
}
