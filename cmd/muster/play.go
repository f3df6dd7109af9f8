package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/muster-smt/muster/cmd/cli"
)

// playProgram is what muster play runs. It is a program of its own, since a server links package net, and with that a C
// library where there is a compiler for it, and since it has the solver a second time, as WebAssembly.
const playProgram = "muster-play"

func playCommand(s streams) *cli.Command {
	return &cli.Command{
		Use:   "play",
		Short: "Serve a page on which Muster can be tried in a browser",
		Long: `Play serves a page with an editor for Boogie programs, SMT-LIB scripts, Horn clauses and
DIMACS formulas. The solver runs in the browser; nothing leaves the page.

It runs ` + playProgram + `, which is beside muster in a release. In the source, go run ./cmd/play does the
same; it compiles the solver first.

  -listen ADDRESS  serve the page there (default 127.0.0.1:8080)
  -o DIR           write the files of the page to a directory instead, for any server of static files
  -files DIR       serve the files in this directory, which -o wrote
`,
		Raw: true,
		Run: func(c *cli.Command, args []string) error {
			if len(args) > 0 && (args[0] == "-h" || args[0] == "--help") {
				return c.Help()
			}
			program, err := beside(playProgram)
			if err != nil {
				return err
			}
			ctx, stop := interruptible(c.Context(), []os.Signal{os.Interrupt, syscall.SIGTERM})
			defer stop()
			run := exec.CommandContext(ctx, program, args...) // which ends with this one
			run.Stdin, run.Stdout, run.Stderr = s.in, s.out, s.err
			err = run.Run()
			if ctx.Err() != nil {
				return nil
			}
			if exit := new(exec.ExitError); errors.As(err, &exit) {
				return exitCode(max(exit.ExitCode(), exitUsage))
			}
			return err
		},
	}
}

// beside finds a program in the directory of this one, or in the path.
func beside(name string) (string, error) {
	file := name
	if runtime.GOOS == "windows" {
		file += ".exe"
	}
	if self, err := os.Executable(); err == nil {
		at := filepath.Join(filepath.Dir(self), file)
		if info, err := os.Stat(at); err == nil && info.Mode().IsRegular() {
			return at, nil
		}
	}
	at, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%s is neither beside muster nor in the path; in muster's source, run: go run ./cmd/play", name)
	}
	return at, nil
}
