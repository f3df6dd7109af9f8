package sat

import (
	"context"
	"log/slog"
)

// The search log has a record for each step of the search, with literals as DIMACS has them, and decision levels.

// step logs a step. Callers have seen that somebody wants it.
func (s *Solver) step(msg string, attrs ...slog.Attr) {
	s.log.LogAttrs(context.Background(), slog.LevelDebug, msg, attrs...)
}

func (s *Solver) logDecision(l Lit) {
	s.step("decide", slog.Int("lit", l.Dimacs()), slog.Int("level", int(s.level)))
}

// logConflict logs a conflict by the clause that is learned from it, before the solver returns to a level.
func (s *Solver) logConflict(learnt []Lit, glue int, back int32) {
	s.step("conflict", slog.Int64("n", s.stats.Conflicts), slog.Int("level", int(s.level)), slog.Int("to", int(back)),
		slog.Int("size", len(learnt)), slog.Int("glue", glue), slog.Int("lit", learnt[0].Dimacs()))
}

func (s *Solver) logRestart() {
	s.step("restart", slog.Int64("n", s.stats.Restarts), slog.Int64("conflicts", s.stats.Conflicts),
		slog.Int("to", int(s.level)))
}

func (s *Solver) logAnswer(st Status, assumptions int) {
	s.step("solved", slog.String("status", st.String()), slog.Int("assumptions", assumptions),
		slog.Int64("conflicts", s.stats.Conflicts))
}
