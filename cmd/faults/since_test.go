package main

import (
	"maps"
	"testing"
)

func TestParseDiff(t *testing.T) {
	const diff = `diff --git a/sat/a.go b/sat/a.go
index 1..2 100644
--- a/sat/a.go
+++ b/sat/a.go
@@ -3,2 +3 @@ func f() {
-	old
-	older
+	new
@@ -9,0 +10,2 @@
+++ i
+	last
diff --git a/sat/gone.go b/sat/gone.go
--- a/sat/gone.go
+++ /dev/null
@@ -1 +0,0 @@
-package sat
diff --git a/lia/b.go b/lia/b.go
new file mode 100644
--- /dev/null
+++ b/lia/b.go
@@ -0,0 +1,2 @@
+package lia
+
`
	got, err := parseDiff([]byte(diff))
	if err != nil {
		t.Fatal(err)
	}
	want := map[line]bool{{"sat/a.go", 3}: true, {"sat/a.go", 10}: true, {"sat/a.go", 11}: true, {"lia/b.go", 1}: true, {"lia/b.go", 2}: true}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if _, err := parseDiff([]byte("@@ -1 +x @@\n")); err == nil {
		t.Error("no error for a hunk without a number")
	}
}
