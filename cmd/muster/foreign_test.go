package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

func TestForeignArgs(t *testing.T) {
	for _, c := range [...][2]string{
		{"-in", "solve"},
		{"AUTO_CONFIG=false -smt2 -in", "solve --set AUTO_CONFIG=false"},
		{"-smt2 -nw -v:1 -rs:7 -model -st f.smt2", "solve --set :verbosity=1 --set :random-seed=7 --model --stats f.smt2"},
		{"-T:10 -t:250 -memory:500 -file:f", "solve --timeout=10s --check-timeout=250ms --memory=500MiB f"},
		{"solve -T:10 memory_max_size=9 -- -in", "solve --timeout=10s --memory=9MiB -- -in"},
		{"solve --set a=b c=d foreign_test.go=", "solve --set a=b --set c=d --set foreign_test.go="},
		{"f.smt2", "solve f.smt2"},
		{"--lang smt2 --incremental -i -m -q f", "solve --lang=smt2 f"},
		{"--lang=smt2.6 --tlimit 900 --tlimit-per=100 -L smt2 f", "solve --lang=smt2.6 --timeout=900ms --check-timeout=100ms --lang=smt2 f"},
		{"--produce-models --produce-unsat-cores --no-print-success f", "solve --set :produce-unsat-cores=true --set :print-success=false f"},
		{"solve --rlimit 5 --seed=3 --decision internal --no-cegqi --nl-ext=full --fmf-bound", "solve --set :rlimit=5 --set :random-seed=3 --set :decision=internal --set :cegqi=false --set :nl-ext=full --set :fmf-bound=true"},
		{"cvc5 --stats --tlimit-per=10 f", "solve --stats --check-timeout=10ms f"},
		{"cvc4 --random-seed=1 --lang=smt2 --continued-execution --full-saturate-quant --inst-when=full-last-call --stats-all f",
			"solve --set :random-seed=1 --lang=smt2 --set :continued-execution=true --set :full-saturate-quant=true --set :inst-when=full-last-call --stats f"},
		{"cvc4 --version", "cvc4 --version"},
		{"--version", "version"},
		{"-version", "z3 -version"},
		{"z3 -in -foo", "z3 -in -foo"},
		{"verify a=b -t:3", "verify a=b -t:3"},
		{"frobnicate", "frobnicate"},
		{"--frobnicate", "--frobnicate"},
		{"solve --lang", "solve --lang"},

		{"sat -n -q f.cnf", "sat --no-model --quiet f.cnf"},
		{"sat --time=5 --conflicts=9 --decisions=8 --sat f", "sat --timeout=5s --conflicts=9 --decisions=8 --mode=stable f"},
		{"sat --sat gini --unsat f", "sat --sat gini --mode=focused f"},
		{"kissat --relaxed --no-probe --reduceint=100 --frob f p", "kissat --frob f p"},
		{"cadical -t 5 -c 10 -d 11 -L1 -O2 -P3 --no-binary --lrat -w o f p", "cadical --timeout=5s --conflicts=10 --decisions=11 --binary=false --proof-format=lrat --write=o f p"},
		{"minisat -verb=0 -cpu-lim=3 -mem-lim=64 -no-pre -rnd-seed=1 f r", "minisat --quiet --timeout=3s --memory=64MiB f r"},
		{"kissat --version", "version"},
		{"sat -- -n", "sat -- -n"},
		{"sat -Ox", "sat -Ox"},
	} {
		if got := strings.Join(foreignArgs(strings.Fields(c[0])), " "); got != c[1] {
			t.Errorf("%s\ngot  %s\nwant %s", c[0], got, c[1])
		}
	}
}

// A link's name says what the program is.
func TestProgramArgs(t *testing.T) {
	for name, want := range map[string]string{
		"muster": "-in", "/usr/bin/z3": "z3 -in", "z3-4.8.12": "z3 -in", "z3.exe": "z3 -in", "./cadical": "cadical -in", "z33": "-in",
	} {
		if got := strings.Join(programArgs([]string{name, "-in"}), " "); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	if programArgs(nil) != nil {
		t.Error("arguments from nothing")
	}
}

// After its time, Z3 says so on the standard output, and that is no error; cvc5 says so
// in words of its own.
func TestTimeouts(t *testing.T) {
	for _, c := range []struct {
		line, out, err string
		code           int
	}{
		// A busy machine may not say sat in this time.
		{"z3 -T:1 -st -in", "timeout\n", "", 0},
		{"cvc5 --tlimit=50", "", "cvc5 interrupted by timeout.\n", exitStopped},
		{"--tlimit=50", "", "muster: stopped: timeout\n", exitStopped},
	} {
		in, commands := io.Pipe()
		defer commands.Close()
		go io.WriteString(commands, "(check-sat)\n")
		var out, err bytes.Buffer
		if code := run(strings.Fields(c.line), streams{in, &out, &err}); code != c.code || strings.TrimPrefix(out.String(), "sat\n") != c.out || err.String() != c.err {
			t.Errorf("%s: %d: %q, %q", c.line, code, &out, &err)
		}
	}
}
