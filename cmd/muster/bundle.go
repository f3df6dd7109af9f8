package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/archive"
	"github.com/muster-smt/muster/sat/limit"
)

// bundleFlag is for all commands: it names an archive that says all about the run.
const bundleFlag = "--bundle"

// cutBundle returns the value of the bundle flag, and the other arguments.
func cutBundle(args []string) (file string, rest []string) {
	for i, a := range args {
		switch value, ok := strings.CutPrefix(a, bundleFlag+"="); {
		case a == "--":
			return "", args
		case ok:
			return value, slices.Delete(slices.Clone(args), i, i+1)
		case a == bundleFlag && i+1 < len(args):
			return args[i+1], slices.Delete(slices.Clone(args), i, i+2)
		}
	}
	return "", args
}

// bundled runs a command line, with statistics, and writes to a file what somebody needs who repeats the run: its
// input, the arguments, the version, and what it printed.
func (s streams) bundled(file string, args []string) int {
	if len(args) > 0 && slices.Contains([]string{"verify", "horn", "solve", "sat"}, args[0]) &&
		!slices.Contains(args, "--stats") {
		args = slices.Insert(slices.Clone(args), 1, "--stats")
	}
	var in, out, errs bytes.Buffer
	begin := time.Now()
	code := run(args, streams{io.TeeReader(s.in, &in), io.MultiWriter(s.out, &out), io.MultiWriter(s.err, &errs)})
	files := []archive.File{
		{Name: "run.txt", Data: describeRun(args, code, time.Since(begin))},
		{Name: "stdout.txt", Data: out.Bytes()},
		{Name: "stderr.txt", Data: errs.Bytes()},
	}
	if in.Len() > 0 {
		files = append(files, archive.File{Name: "stdin", Data: in.Bytes()})
	}
	inputs, err := namedFiles(args)
	if err == nil {
		err = writeBundle(file, append(files, inputs...))
	}
	if err != nil {
		return s.report(fmt.Errorf("%s: %w", bundleFlag, err))
	}
	return code
}

// describeRun says what was run, by what, and how it ended.
func describeRun(args []string, code int, took time.Duration) []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, version())
	fmt.Fprintf(&b, "arguments: %q\n", args)
	fmt.Fprintf(&b, "exit code: %d\n", code)
	fmt.Fprintf(&b, "seconds: %.3f\nbytes held: %d\n", took.Seconds(), limit.HeldBytes())
	fmt.Fprintf(&b, "processors: %d, used: %d\n", runtime.NumCPU(), runtime.GOMAXPROCS(0))
	for _, name := range []string{"GOGC", "GOMEMLIMIT", "GODEBUG"} {
		if value, ok := os.LookupEnv(name); ok {
			fmt.Fprintf(&b, "%s: %s\n", name, value)
		}
	}
	return b.Bytes()
}

// namedFiles returns the files that arguments name.
func namedFiles(args []string) (files []archive.File, err error) {
	for i, name := range args {
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, archive.File{Name: fmt.Sprintf("argument%d/%s", i, filepath.Base(name)), Data: data})
	}
	return files, nil
}

func writeBundle(name string, files []archive.File) error {
	for i := range files {
		files[i].Mode = 0o644
	}
	var b bytes.Buffer
	if err := archive.Zip(&b, "muster-run", files, time.Now()); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}
