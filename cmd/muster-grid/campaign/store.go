package campaign

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/muster-smt/muster/cmd/muster-grid/grid"
)

// Store keeps a campaign in a directory.
type Store struct {
	dir   string
	lock  *os.File
	state state
	lines *Lines
	// Done are the lines of tasks that are done, by their keys.
	Done map[string]Line
}

// state is what a campaign was asked, and its identity on the grid.
type state struct {
	ID    string   `json:"id"`
	Run   int      `json:"run"` // how often it was canceled
	Flags []string `json:"flags"`
	Tasks string   `json:"tasks"` // SHA-256 of their names
	Count int      `json:"count"`
}

// ResultsFile has the lines of a store.
const ResultsFile = "results.jsonl"

// The other files of a store.
const (
	stateFile = "state.json"
	lockFile  = "lock"
	gridDir   = "grid" // the streams of a grid of this process
)

// OpenStore opens a store, or makes one. One that was made for other tasks or flags is refused.
func OpenStore(dir string, tasks []Task, flags []string) (s *Store, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	s = &Store{dir: dir, Done: map[string]Line{}}
	if s.lock, err = grid.Lock(filepath.Join(dir, lockFile)); err != nil {
		return nil, fmt.Errorf("%s: another command is at work on it: %w", dir, err)
	}
	if err := s.open(tasks, flags); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// open reads what the store has, or begins it.
func (s *Store) open(tasks []Task, flags []string) error {
	now := state{ID: grid.NewID(), Flags: flags, Tasks: hashOf(tasks), Count: len(tasks)}
	text, err := os.ReadFile(filepath.Join(s.dir, stateFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.state = now
		if err := s.save(); err != nil {
			return err
		}
	case err != nil:
		return err
	default:
		if err := json.Unmarshal(text, &s.state); err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(s.dir, stateFile), err)
		}
		if !slices.Equal(s.state.Flags, flags) {
			return fmt.Errorf("%s is a campaign with other flags: %s", s.dir, strings.Join(s.state.Flags, " "))
		}
		if s.state.Tasks != now.Tasks {
			return fmt.Errorf("%s is a campaign with other tasks: it has %d", s.dir, s.state.Count)
		}
	}
	var before []Line
	if s.lines, before, err = OpenLines(filepath.Join(s.dir, ResultsFile)); err != nil {
		return err
	}
	for _, l := range before {
		s.Done[l.Key()] = l
	}
	return nil
}

// hashOf tells lists of tasks apart.
func hashOf(tasks []Task) string {
	h := sha256.New()
	for _, t := range tasks {
		fmt.Fprintf(h, "%q %q %q %q\n", t.File, t.Property, t.Names, t.Flags)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// save writes the state, so that it is there whole or not at all.
func (s *Store) save() error {
	text, err := json.MarshalIndent(s.state, "", "  ")
	if err != nil {
		return err
	}
	name := filepath.Join(s.dir, stateFile)
	if err := os.WriteFile(name+".new", append(text, '\n'), 0o666); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

// ID is the identity of the campaign, and Run how often it was canceled.
func (s *Store) ID() (id string, run int) { return s.state.ID, s.state.Run }

// Canceled notes that the jobs of this run are not done any more. It is called before they are canceled.
func (s *Store) Canceled() error {
	s.state.Run++
	return s.save()
}

// Add keeps the line of a task.
func (s *Store) Add(l Line) error {
	s.Done[l.Key()] = l
	return s.lines.Add(l)
}

// GridDir is where the streams of a grid of this process are.
func (s *Store) GridDir() string { return filepath.Join(s.dir, gridDir) }

// Finished removes what is needed only to go on.
func (s *Store) Finished() error { return os.RemoveAll(s.GridDir()) }

// Close closes the store.
func (s *Store) Close() {
	if s.lines != nil {
		_ = s.lines.Close() // each line was written at once
	}
	if s.lock != nil {
		_ = s.lock.Close()
	}
}
