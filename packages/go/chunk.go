package axonium

import "encoding/json"

// Chunk is one event of a stream.
type Chunk struct {
	ID      string
	Model   string
	Choices []ChunkChoice
	// Raw is the event's data as the server sent it.
	Raw json.RawMessage
}

// ChunkChoice is what a chunk adds to one choice.
type ChunkChoice struct {
	Index        int
	Delta        Delta
	FinishReason string
	// Logprobs is as the server sent it.
	Logprobs json.RawMessage
}

// Delta is what a chunk adds to a message. A nil text adds nothing.
type Delta struct {
	Role      string
	Content   *string
	Reasoning *string
	Refusal   *string
	ToolCalls []ToolCallDelta
}

// ToolCallDelta is a fragment of a tool call. [Stream.ToolCalls] joins them.
type ToolCallDelta struct {
	// Index says which call the fragment belongs to; nil continues the current one.
	Index    *int         `json:"index"`
	ID       string       `json:"id"`
	Type     string       `json:"type"`
	Function FunctionCall `json:"function"`
}

// Content is what the chunk adds to the first choice's text.
func (c *Chunk) Content() string { return text(c.delta().Content) }

// Reasoning is what the chunk adds to the first choice's reasoning.
func (c *Chunk) Reasoning() string { return text(c.delta().Reasoning) }

// FinishReason is why the first choice ended, on the chunk that ends it.
func (c *Chunk) FinishReason() string { return c.first().FinishReason }

func (c *Chunk) delta() Delta { return c.first().Delta }

// first is what the chunk adds to the choice of index 0; chunks of other choices come in between.
func (c *Chunk) first() ChunkChoice {
	for _, choice := range c.Choices {
		if choice.Index == 0 {
			return choice
		}
	}
	return ChunkChoice{}
}

type chunkWire struct {
	ID      string `json:"id"`
	Model   string `json:"model"`
	Choices []struct {
		Index        int             `json:"index"`
		Delta        assistantWire   `json:"delta"`
		FinishReason *string         `json:"finish_reason"`
		Logprobs     json.RawMessage `json:"logprobs"`
	} `json:"choices"`
}

// decodeChunk reads what it knows, as decodeCompletion does.
func decodeChunk(data []byte) *Chunk {
	var wire chunkWire
	_ = json.Unmarshal(data, &wire)
	chunk := &Chunk{ID: wire.ID, Model: wire.Model, Raw: data}
	for _, choice := range wire.Choices {
		delta := choice.Delta
		chunk.Choices = append(chunk.Choices, ChunkChoice{
			Index: choice.Index, FinishReason: text(choice.FinishReason), Logprobs: present(choice.Logprobs),
			Delta: Delta{
				Role: delta.Role, Content: delta.Content, Reasoning: delta.reasoning(), Refusal: delta.Refusal,
				ToolCalls: delta.ToolCalls,
			},
		})
	}
	return chunk
}
