package stat

import (
	"context"
	"log/slog"
)

// Debug returns a logger if it takes records of the debug level, else nil. What happens often is logged to its result,
// so that it costs a comparison with nil where nobody wants it.
func Debug(log *slog.Logger) *slog.Logger {
	if log == nil || !log.Enabled(context.Background(), slog.LevelDebug) {
		return nil
	}
	return log
}
