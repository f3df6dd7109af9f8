// Package stringslite has models of package internal/stringslite.
package stringslite

// Clone returns a copy.
func Clone(s string) string { return string([]byte(s)) }

// Index returns where substr begins in s; -1 if it does not.
func Index(s, substr string) int {
	for i := 0; i+len(substr) <= len(s); i++ {
		if s[i:i+len(substr)] == substr {
			return i
		}
	}
	return -1
}
