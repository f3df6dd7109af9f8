// Package programs finds the programs to verify: sets with reference verdicts,
// and single files.
//
// A set lies in a directory of its own; beside it is a CSV table, NAME.csv for
// the set NAME, with the columns file, reference (safe, unsafe, or empty) and
// daily (not empty for programs of the short selection).
package programs

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
)

// Program is a file to verify.
type Program struct {
	Path, Set string
	Reference string // the reference verdict; empty if there is none
}

// Find returns what the arguments name: sets in the directory dir, or files.
// With daily, it leaves out the programs of sets that are not marked daily.
func Find(dir string, daily bool, args []string) ([]Program, error) {
	var out []Program
	for _, a := range args {
		table := filepath.Join(dir, a+".csv")
		if _, err := os.Stat(table); err != nil || strings.ContainsRune(a, '/') {
			if _, err := os.Stat(a); err != nil {
				return nil, fmt.Errorf("%s is neither a file nor a set in %q (--bench or MUSTER_BENCH names the directory of "+
					"the sets)", a, dir)
			}
			out = append(out, Program{a, filepath.Base(filepath.Dir(a)), reference(dir, a)})
			continue
		}
		rows, err := measure.ReadTable(table)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			if !daily || r["daily"] != "" {
				out = append(out, Program{filepath.Join(dir, a, r["file"]), a, r["reference"]})
			}
		}
	}
	return out, nil
}

// reference looks a file up in the table of the set that its folder names.
func reference(dir, path string) string {
	rows, err := measure.ReadTable(filepath.Join(dir, filepath.Base(filepath.Dir(path))+".csv"))
	if err != nil {
		return ""
	}
	for _, r := range rows {
		if r["file"] == filepath.Base(path) {
			return r["reference"]
		}
	}
	return ""
}
