package measure

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
)

// ReadTable reads a CSV file whose first line names the columns.
func ReadTable(path string) ([]map[string]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
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

// WriteTable writes a table to a CSV file; without a name it does nothing.
func WriteTable(name string, table [][]string) error {
	if name == "" {
		return nil
	}
	return WriteFile(name, func(w io.Writer) error { return csv.NewWriter(w).WriteAll(table) })
}

// WriteFile creates a file with what write writes.
func WriteFile(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// Quantile returns the least value that is not below a share q of the values; 0
// if there are none.
func Quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[max(int(math.Ceil(q*float64(len(sorted)))), 1)-1]
}

// LogMean is a geometric mean.
type LogMean struct {
	sum float64
	N   int // of the values
}

// Add adds a positive value.
func (m *LogMean) Add(x float64) {
	m.sum += math.Log(x)
	m.N++
}

// Value returns the mean; 1 if there are no values.
func (m *LogMean) Value() float64 { return math.Exp(m.sum / float64(max(m.N, 1))) }

// String returns the mean and the number of values.
func (m *LogMean) String() string {
	if m.N == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f (%d)", m.Value(), m.N)
}
