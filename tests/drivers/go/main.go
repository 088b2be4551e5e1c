// The Go driver: reads a job a line and writes its results a line, until the input ends. It maps names between the
// scenarios' form and the package's public API, and holds no behaviour.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sync"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

type job struct {
	ID       string     `json:"id"`
	BaseURL  string     `json:"base_url"`
	Clock    string     `json:"clock"`
	Client   clientWire `json:"client"`
	Calls    []callWire `json:"calls"`
	Parallel bool       `json:"parallel"`
}

type answer struct {
	ID      string   `json:"id"`
	Results []result `json:"results"`
	Logs    []line   `json:"logs"`
}

// result is one call's outcome; only what belongs to the outcome is set.
type result struct {
	Outcome string         `json:"outcome"`
	Value   map[string]any `json:"value,omitzero"`
	Error   map[string]any `json:"error,omitempty"`
	Chunks  *int           `json:"chunks,omitempty"`
}

func main() {
	input := bufio.NewReader(os.Stdin)
	output := json.NewEncoder(os.Stdout)
	output.SetEscapeHTML(false)
	for {
		text, err := input.ReadBytes('\n')
		if err != nil {
			return // The end of the input.
		}
		var job job
		if err := json.Unmarshal(text, &job); err != nil {
			fmt.Fprintln(os.Stderr, "job:", err)
			os.Exit(1)
		}
		if err := output.Encode(play(&job)); err != nil {
			fmt.Fprintln(os.Stderr, "answer:", err)
			os.Exit(1)
		}
	}
}

func play(job *job) answer {
	lines := &lines{kept: []line{}}
	config := job.Client.config(job.BaseURL)
	config.Logger = lines.logger()
	if job.Clock == "virtual" {
		config = axoniumtest.WithVirtualClock(config)
	}
	client, err := axonium.New(config)
	session := &session{client: client}
	results := make([]result, len(job.Calls))
	if err != nil {
		for i := range results {
			results[i] = result{Outcome: "error", Error: describe(err)}
		}
		return answer{job.ID, results, lines.kept}
	}
	var running sync.WaitGroup
	for i, call := range job.Calls {
		running.Add(1)
		run := func() {
			defer running.Done()
			results[i] = call.play(session)
		}
		if job.Parallel {
			go run()
		} else {
			run()
		}
	}
	running.Wait()
	if err := client.Close(); err != nil {
		fmt.Fprintln(os.Stderr, "close:", err)
	}
	return answer{job.ID, results, lines.kept}
}
