package task

import (
	"fmt"
	"io"
	"runtime/debug"

	"github.com/muster-smt/muster/cmd/cli"
)

// Build names this build: its version, and its revision if that is known.
func Build() string {
	what := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok {
		if v := info.Main.Version; v != "" {
			what = v
		}
		for _, x := range info.Settings {
			if x.Key == "vcs.revision" {
				what += " " + x.Value
			}
		}
	}
	return what
}

// VersionCommand prints a version.
func VersionCommand(out io.Writer, version string) *cli.Command {
	return &cli.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cli.NoArgs,
		Run: func(*cli.Command, []string) error {
			_, err := fmt.Fprintln(out, version)
			return err
		},
	}
}
