package boogie

import "testing"

// TestAttributeRows: what is harmless or refused says why, and nothing else does.
func TestAttributeRows(t *testing.T) {
	for name, row := range attributeRows {
		if row.class == unlisted || (row.class == exact) != (row.reason == "") {
			t.Errorf("{:%s}: the row has class %d and reason %q", name, row.class, row.reason)
		}
	}
}
