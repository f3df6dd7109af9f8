package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// program is a file to run, with its set and its reference verdict ("" if
// there is none).
type program struct {
	path, set, reference string
}

// programs finds what the arguments name: sets, by their table, or files.
func programs(o options, args []string) ([]program, error) {
	var out []program
	for _, a := range args {
		table := filepath.Join(o.bench, a+".csv")
		if _, err := os.Stat(table); err != nil || strings.ContainsRune(a, '/') {
			if _, err := os.Stat(a); err != nil {
				return nil, fmt.Errorf("%s is no file, and no set below %q (--bench or MUSTER_BENCH name the directory of the sets)", a, o.bench)
			}
			out = append(out, program{a, filepath.Base(filepath.Dir(a)), reference(o, a)})
			continue
		}
		rows, err := readTable(table)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			if !o.daily || r["daily"] != "" {
				out = append(out, program{filepath.Join(o.bench, a, r["file"]), a, r["reference"]})
			}
		}
	}
	return out, nil
}

// reference looks a file up in the table of the set that its folder names.
func reference(o options, path string) string {
	rows, err := readTable(filepath.Join(o.bench, filepath.Base(filepath.Dir(path))+".csv"))
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

// readTable reads a CSV table with a header.
func readTable(path string) ([]map[string]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var rows []map[string]string
	for _, l := range lines[min(1, len(lines)):] {
		r := map[string]string{}
		for i, name := range lines[0] {
			r[name] = l[i]
		}
		rows = append(rows, r)
	}
	return rows, nil
}
