package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"testing"
)

// clockWords are the parts of the output that differ from run to run.
var clockWords = regexp.MustCompile(`"seconds":[0-9.e+-]+|(?m)^.*seconds.*$`)

// TestARM64 compares statistics with those of an arm64 binary under qemu: equal
// seeds give equal runs on every machine. It runs if MUSTER_ARM64 is set; with
// MUSTER_BENCH it also uses formulas of the set "cnf".
func TestARM64(t *testing.T) {
	qemu := ""
	for _, name := range []string{"qemu-aarch64", "qemu-aarch64-static"} {
		if path, err := exec.LookPath(name); err == nil {
			qemu = path
		}
	}
	_, err := exec.LookPath("go")
	if qemu == "" || err != nil || runtime.GOARCH != "amd64" || runtime.GOOS != "linux" {
		t.Skip("needs linux/amd64, the go command, and qemu-aarch64 on PATH (package qemu-user)")
	}
	if os.Getenv("MUSTER_ARM64") == "" {
		t.Skip("MUSTER_ARM64 is not set: it builds two binaries")
	}
	dir := t.TempDir()
	for _, arch := range []string{"amd64", "arm64"} {
		build := exec.Command("go", "build", "-o", filepath.Join(dir, arch), ".")
		build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOARCH="+arch)
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	run := func(program string, args ...string) []byte {
		out, err := exec.Command(program, args...).CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		return clockWords.ReplaceAll(out, nil)
	}
	native, foreign := filepath.Join(dir, "amd64"), filepath.Join(dir, "arm64")
	for _, args := range arm64Commands(t, dir) {
		want := run(native, args...)
		got := run(qemu, append([]string{foreign}, args...)...)
		if !bytes.Equal(got, want) {
			t.Errorf("%v\namd64: %s\narm64: %s", args, want, got)
		}
	}
}

// arm64Commands are command lines that print statistics: of formulas with
// inprocessing, restarts in both modes and reductions, of the examples, and of
// sessions of the engines.
func arm64Commands(t *testing.T, dir string) (all [][]string) {
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range 8 {
		vars := 120 + 20*(i%4)
		var text bytes.Buffer
		fmt.Fprintf(&text, "p cnf %d %d\n", vars, 426*vars/100)
		for range 426 * vars / 100 {
			for _, v := range rng.Perm(vars)[:3] {
				fmt.Fprintf(&text, "%d ", (v+1)*(1-2*rng.IntN(2)))
			}
			text.WriteString("0\n")
		}
		file := filepath.Join(dir, fmt.Sprintf("%d.cnf", i))
		if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		all = append(all, []string{"sat", "--json", "--seed", fmt.Sprint(i), file})
	}
	for _, name := range []string{
		"cadical-prime65537", "bb-regress0__bv__core__bv_eq_diamond12.smtv1", "bb-QF_UFBV__ufbv_php_16_10",
		"uf250-01", "hanoi4", "sudoku16", "ssa7552-038", "cadical-add64", "dubois100", "bf2670-001",
	} {
		file := filepath.Join(os.Getenv("MUSTER_BENCH"), "cnf", name+".cnf")
		if _, err := os.Stat(file); err == nil {
			all = append(all, []string{"sat", "--json", file})
		}
	}
	examples, err := filepath.Glob("../../examples/*.bpl")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range examples {
		all = append(all, []string{"verify", "--json", file})
	}
	for _, name := range []string{"009-legion-drivers__net__jme-3", "015-legion-drivers__hwmon__nct6775-4", "018-corral-drivers__usb__misc__iowarrior-3"} {
		all = append(all, []string{"solve", "--stats", "../../theory/solver/testdata/corpus/" + name + ".smt2"})
	}
	return all
}
