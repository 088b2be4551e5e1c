package axonium_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// The engine's archive shares a program with any other Rust archive: its only global names are its own.
func TestTheArchiveOnlyShowsItsOwnNames(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("names are only made local on Linux")
	}
	archive := filepath.Join("lib", runtime.GOOS+"_"+runtime.GOARCH, "libaxonium.a")
	shown := string(must[[]byte](t)(exec.Command("nm", "--extern-only", "--defined-only", archive).Output()))
	count := 0
	for line := range strings.SplitSeq(shown, "\n") {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			continue
		}
		if count++; !strings.HasPrefix(fields[2], "ax_") {
			t.Errorf("shows %s", fields[2])
		}
	}
	if count < 15 {
		t.Errorf("shows %d names:\n%s", count, shown)
	}
}

const otherRust = `
#[no_mangle]
pub extern "C" fn other_catches_a_panic() -> i32 {
	std::panic::set_hook(Box::new(|_| {}));
	std::panic::catch_unwind(|| { if std::env::args().count() > 0 { panic!("here"); } }).is_err() as i32
}
`

const twoArchives = `package main

// int other_catches_a_panic(void);
// #cgo LDFLAGS: ${SRCDIR}/libother.a
import "C"

import (
	"fmt"
	"os"

	"github.com/axonium/axonium-go"
)

func main() {
	client, err := axonium.New(axonium.Config{GatewayBaseURL: "http://127.0.0.1:9", APIKey: "k"})
	if err != nil || C.other_catches_a_panic() != 1 {
		fmt.Println(err)
		os.Exit(1)
	}
	_, err = axonium.New(axonium.Config{GatewayBaseURL: "no scheme"})
	fmt.Println(err != nil, client.Close())
}
`

func TestTwoRustArchivesInOneProgram(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	here := must[string](t)(filepath.Abs("."))
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("other.rs", otherRust)
	write("main.go", twoArchives)
	write("go.mod", "module example.org/two\n\ngo 1.24\n\nrequire github.com/axonium/axonium-go v0.0.0\n\nreplace github.com/axonium/axonium-go => "+here+"\n")
	run := func(name string, arguments ...string) string {
		t.Helper()
		command := exec.Command(name, arguments...)
		command.Dir = folder
		output, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, output)
		}
		return string(output)
	}
	// One object with all of the other's standard library under global names, as an optimised archive has it.
	run("rustc", "--edition", "2021", "--crate-type", "staticlib", "-C", "lto=fat", "-C", "opt-level=1", "other.rs")
	if got := run("go", "run", "."); got != "true <nil>\n" {
		t.Errorf("printed %q", got)
	}
}
