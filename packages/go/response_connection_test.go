package axonium_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

func TestOneConnectionCarriesManyTurns(t *testing.T) {
	client, gateway := newClient(t)
	connection := connect(t, client)
	for turn := range 5 {
		text := fmt.Sprintf("turn %d", turn)
		response := must[*axonium.Response](t)(connection.Create(context.Background(), respond(text)))
		if response.OutputText() != text || response.Meta.Attempts != 1 {
			t.Errorf("asked %q, got %q in %d attempts", text, response.OutputText(), response.Meta.Attempts)
		}
	}
	stream := must[*axonium.ResponseStream](t)(connection.Stream(context.Background(), respond("and a stream")))
	text := ""
	for event, err := range stream.All() {
		if err != nil {
			t.Fatal(err)
		}
		if delta, ok := event.(axonium.OutputTextDelta); ok {
			text += delta.Delta
		}
	}
	if text != "and a stream" {
		t.Errorf("text %q", text)
	}
	if ledger := gateway.Ledger(); ledger.Generations != 6 || ledger.Billed != 6 || gateway.Connections() != 1 {
		t.Errorf("%d connections, ledger %+v", gateway.Connections(), ledger)
	}
}

func TestAConnectionOfAnHourIsOpenedAnew(t *testing.T) {
	client, gateway := newClient(t)
	connection := connect(t, client)
	for _, text := range []string{"before", "after"} {
		response := must[*axonium.Response](t)(connection.Create(context.Background(), respond(text)))
		if response.OutputText() != text || response.Meta.Attempts != 1 {
			t.Errorf("asked %q, got %q in %d attempts", text, response.OutputText(), response.Meta.Attempts)
		}
		gateway.Advance(time.Hour)
	}
	if gateway.Connections() != 2 || gateway.Ledger().Generations != 2 {
		t.Errorf("%d connections, ledger %+v", gateway.Connections(), gateway.Ledger())
	}
}

func TestATurnIsRefusedWhileAnotherIsActive(t *testing.T) {
	client, gateway := onRealTime(t, over(axonium.TransportWebSocket, []object{created, delta("Hel")}, true))
	connection := connect(t, client)
	stream := must[*axonium.ResponseStream](t)(connection.Stream(context.Background(), respond("hi")))
	_, err := connection.Create(context.Background(), respond("me too"))
	checkRefused(t, err, "connection")
	if !stream.Next() {
		t.Errorf("the active turn goes on: %v", stream.Err())
	}
	// Leaving the turn ends it, and the connection takes the next one.
	stream.Close()
	gateway.Script(axoniumtest.Step{Gateway: true})
	response := must[*axonium.Response](t)(connection.Create(context.Background(), respond("now me")))
	if response.OutputText() != "now me" {
		t.Errorf("text %q", response.OutputText())
	}
}

func TestCancellingATurnEndsItAtOnceAndTheConnectionGoesOn(t *testing.T) {
	client, _ := onRealTime(t, over(axonium.TransportWebSocket, []object{created, delta("Hel")}, true), axoniumtest.Step{Gateway: true})
	connection := connect(t, client)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stream := must[*axonium.ResponseStream](t)(connection.Stream(ctx, respond("hi")))
	for stream.Next() {
		if stream.SawOutput() {
			go cancel()
		}
	}
	checkCancelled(t, stream.Err(), 1)
	response := must[*axonium.Response](t)(connection.Create(context.Background(), respond("again")))
	if response.OutputText() != "again" {
		t.Errorf("text %q", response.OutputText())
	}
}

func TestClosingAConnectionCutsItsTurnOff(t *testing.T) {
	client, _ := onRealTime(t, over(axonium.TransportWebSocket, []object{created, delta("Hel")}, true))
	connection := connect(t, client)
	stream := must[*axonium.ResponseStream](t)(connection.Stream(context.Background(), respond("hi")))
	for !stream.SawOutput() && stream.Next() {
	}
	for range 2 {
		if err := connection.Close(); err != nil {
			t.Error(err)
		}
	}
	for stream.Next() {
	}
	if !errors.Is(stream.Err(), axonium.ErrCancelled) || stream.OutputText() != "Hel" {
		t.Errorf("text %q, got %v", stream.OutputText(), stream.Err())
	}
	_, err := connection.Create(context.Background(), respond("hi"))
	checkRefused(t, err, "connection")
}

func TestAConnectionOutlivesNoClient(t *testing.T) {
	client, _ := newClient(t)
	connection := connect(t, client)
	client.Close()
	if _, err := connection.Create(context.Background(), respond("hi")); !errors.Is(err, axonium.ErrConfiguration) {
		t.Errorf("got %v", err)
	}
	if err := connection.Close(); err != nil {
		t.Error(err)
	}
}

func TestAConnectionThatIsRefusedSaysWhy(t *testing.T) {
	client, _ := newClient(t, axoniumtest.Step{Problem: "invalid-token"})
	_, err := client.Responses.Connect(context.Background())
	var apiErr *axonium.APIError
	if !errors.As(err, &apiErr) || !errors.Is(err, axonium.ErrInvalidToken) || apiErr.Status != 401 || apiErr.Meta.Attempts != 1 {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = client.Responses.Connect(ctx)
	checkCancelled(t, err, 0)
}

func TestManyGoroutinesShareConnections(t *testing.T) {
	const connections, workers, rounds = 8, 200, 3
	client, gateway := newClient(t)
	pool := make(chan *axonium.ResponseConnection, connections)
	before := runtime.NumGoroutine()
	for range connections {
		pool <- connect(t, client)
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d connections took %d goroutines", connections, after-before)
	}
	var running sync.WaitGroup
	for worker := range workers {
		running.Add(1)
		go func() {
			defer running.Done()
			for round := range rounds {
				connection := <-pool
				text := fmt.Sprintf("worker %d round %d", worker, round)
				response, err := connection.Create(context.Background(), respond(text))
				pool <- connection
				if err != nil || response.OutputText() != text {
					t.Errorf("asked %q: %v", text, err)
				}
			}
		}()
	}
	running.Wait()
	if ledger := gateway.Ledger(); ledger.Generations != workers*rounds {
		t.Errorf("%d generations", ledger.Generations)
	}
}

func TestGoroutinesThatFightForAConnectionGetAnAnswerOrARefusal(t *testing.T) {
	const workers = 200
	client, gateway := newClient(t)
	connection := connect(t, client)
	outcomes := make(chan error, workers)
	for worker := range workers {
		go func() {
			text := fmt.Sprintf("worker %d", worker)
			response, err := connection.Create(context.Background(), respond(text))
			if err == nil && response.OutputText() != text {
				err = fmt.Errorf("asked %q, got %q", text, response.OutputText())
			}
			outcomes <- err
		}()
	}
	answered := 0
	for range workers {
		var refused *axonium.InvalidRequestError
		if err := <-outcomes; err == nil {
			answered++
		} else if !errors.As(err, &refused) || !strings.HasPrefix(refused.Field, "connection") {
			t.Errorf("got %v", err)
		}
	}
	if ledger := gateway.Ledger(); answered == 0 || ledger.Generations != answered {
		t.Errorf("%d answered, %d generations", answered, ledger.Generations)
	}
}

// connect opens a connection that is closed when the test ends.
func connect(t *testing.T, client *axonium.Client) *axonium.ResponseConnection {
	t.Helper()
	connection := must[*axonium.ResponseConnection](t)(client.Responses.Connect(context.Background()))
	t.Cleanup(func() { connection.Close() })
	return connection
}
