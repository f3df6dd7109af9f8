package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/muster-smt/muster/cmd/cli"
)

func versionCommand(s streams) *cli.Command {
	return &cli.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cli.NoArgs,
		Run: func(*cli.Command, []string) error {
			_, err := fmt.Fprintln(s.out, version())
			return err
		},
	}
}

// version describes this build.
func version() string {
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
	return fmt.Sprintf("muster %s %s %s/%s", what, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
