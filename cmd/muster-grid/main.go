// Command muster-grid verifies programs on many machines: one program, or campaigns of thousands. See docs/grid.md.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/muster-grid/grid"
	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/cache"
)

func main() {
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// streams are what a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// exitCode is the error of a command that has already reported everything.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// run runs a command line, and returns the exit code.
func run(args []string, s streams) (code int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintln(s.err, "muster-grid:", reason.Recovered(r).Report())
			code = task.ExitInternal
		}
	}()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second one ends the process
	root := &cli.Command{
		Use:   "muster-grid",
		Short: "Verify programs on one machine or many",
		Long: `Muster-grid verifies programs as muster verify does, by workers on one machine or many.
Without --join, verify and run need nothing else: they start a server inside their process, and workers.`,
		Args: cli.NoArgs,
		Run:  func(c *cli.Command, _ []string) error { return c.Help() },
	}
	root.SetArgs(args)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.AddCommand(verifyCommand(s), runCommand(s), serveCommand(s), workCommand(s), compareCommand(s), keyCommand(s),
		accountsCommand(s), task.VersionCommand(s.out, shown()), childCommand(s))
	return s.report(root.ExecuteContext(ctx))
}

// report prints an error, and returns the exit code for it.
func (s streams) report(err error) int {
	var (
		code  exitCode
		input *task.InputError
	)
	switch {
	case err == nil:
		return task.ExitSafe
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &input):
		fmt.Fprintln(s.err, input)
		return task.ExitInput
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(s.err, "muster-grid: interrupted")
		return task.ExitUnknown
	}
	fmt.Fprintf(s.err, "muster-grid: %v\nRun 'muster-grid help' for usage.\n", err)
	return task.ExitUsage
}

// version is what programs of one grid have to have in common: a build without a version is known by its bytes.
func version() string {
	build, err := cache.Build()
	if err != nil {
		build = err.Error()
	}
	return shown() + " build " + build
}

// shown is the version that people read.
func shown() string {
	what := task.Build()
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if d.Path == "github.com/muster-smt/muster" && d.Replace == nil {
				what += " muster " + d.Version
			}
		}
	}
	return fmt.Sprintf("muster-grid %s protocol %d", what, grid.Protocol)
}

// childName is the command that workers start for a task.
const childName = "answer-one-task"

func childCommand(s streams) *cli.Command {
	return &cli.Command{
		Use: childName, Short: "Answer a task on the standard input, for workers", Hidden: true, Args: cli.NoArgs,
		Run: func(*cli.Command, []string) error { return grid.RunChild(s.in, s.out) },
	}
}

// child returns how a task is started in a process of its own.
func child() (*grid.Child, error) {
	self, err := os.Executable()
	return &grid.Child{Command: []string{self, childName}}, err
}

// logFlags are those about logs.
type logFlags struct{ verbose bool }

func (l *logFlags) add(f *cli.FlagSet) {
	f.BoolVarP(&l.verbose, "verbose", "v", false, "log what happens on the grid")
}

// logger returns what logs to the error output: warnings, or all.
func (l *logFlags) logger(w io.Writer) *slog.Logger {
	level := slog.LevelWarn
	if l.verbose {
		level = slog.LevelInfo
	}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level}))
}
