package axonium

import (
	"context"
	"encoding/json"
)

// ModelsService lists models. It is a client's Models field.
type ModelsService struct{ client *Client }

// ModelList is a list of models, and how it was fetched.
type ModelList struct {
	Models []Model
	Meta   Meta
	// Raw is the answer's body as the server sent it.
	Raw json.RawMessage
}

// Model is what the gateway says about a model. What it did not say is empty or nil.
type Model struct {
	ID      string `json:"id"`
	OwnedBy string `json:"owned_by"`
	// ContextLength is in tokens; nil for image models.
	ContextLength *int64 `json:"context_length"`
	Family        string `json:"family"`
	Quantization  string `json:"quantization"`
	// Modality is text, vision, embedding, image, rerank, classification, zero_shot or typed_decision.
	Modality string `json:"modality"`
	// PayloadSchema is what a predict model takes, as the server sent it.
	PayloadSchema json.RawMessage `json:"payload_schema"`
	// ServedBy is what serves the model, as the server sent it.
	ServedBy json.RawMessage `json:"served_by"`
}

// List gives every running model.
func (s *ModelsService) List(ctx context.Context) (*ModelList, error) {
	return s.fetch(ctx, "models.list")
}

// Mine gives the models that this client may use and that are running. An empty list is no error.
func (s *ModelsService) Mine(ctx context.Context) (*ModelList, error) {
	return s.fetch(ctx, "models.mine")
}

func (s *ModelsService) fetch(ctx context.Context, operation string) (*ModelList, error) {
	answer, done, err := s.client.unary(ctx, operation, nil, callOptions{})
	if err != nil {
		return nil, err
	}
	var wire struct {
		Data []Model `json:"data"`
	}
	_ = json.Unmarshal(answer, &wire) // What is not as expected reads as absent and stays in Raw.
	for i := range wire.Data {
		model := &wire.Data[i]
		model.PayloadSchema, model.ServedBy = present(model.PayloadSchema), present(model.ServedBy)
	}
	return &ModelList{Models: wire.Data, Meta: done.Meta, Raw: answer}, nil
}
