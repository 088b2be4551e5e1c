package main

import (
	"context"
	"log/slog"
	"sync"
)

type line struct {
	Level   string `json:"level"`
	Message string `json:"message"`
}

// lines is a slog.Handler that keeps what the package logs.
type lines struct {
	mutex sync.Mutex
	kept  []line
}

func (l *lines) logger() *slog.Logger { return slog.New(l) }

func (l *lines) Enabled(context.Context, slog.Level) bool { return true }

func (l *lines) Handle(_ context.Context, record slog.Record) error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.kept = append(l.kept, line{record.Level.String(), record.Message})
	return nil
}

func (l *lines) WithAttrs([]slog.Attr) slog.Handler { return l }

func (l *lines) WithGroup(string) slog.Handler { return l }
