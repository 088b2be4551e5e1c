package axonium

import (
	"encoding/json"

	"github.com/axonium/axonium-go/internal/clockhook"
	"github.com/axonium/axonium-go/internal/native"
)

// Client talks to one gateway. It is safe for concurrent use, and meant to be made once and kept. Close it when it is
// no longer needed.
type Client struct {
	// Chat makes chat completions.
	Chat *ChatService
	// Responses makes responses.
	Responses *ResponsesService
	// Models lists what the gateway serves.
	Models *ModelsService
	// Usage looks up what a call was billed.
	Usage *UsageService
	// Token fetches the access token that calls are made with.
	Token *TokenService

	engine *native.Engine
	config clientConfig
}

// clientConfig is what the package itself needs of a Config; the engine holds the rest, secrets included.
type clientConfig struct {
	logger        logger
	hooks         Hooks
	tokenProvider TokenProvider
}

// New makes a client. An unusable setting is a [*ConfigurationError] that names it.
func New(config Config) (*Client, error) {
	wire := config.wire()
	if fault := checkValue(wire, ""); fault != nil {
		return nil, localError(ErrConfiguration, fault)
	}
	encoded, err := json.Marshal(wire)
	if err != nil {
		return nil, localError(ErrConfiguration, &fault{why: err.Error()})
	}
	engine, refusal, err := native.NewEngine(encoded)
	if err != nil {
		return nil, internalError(err)
	}
	if refusal != nil {
		return nil, decodeError(refusal)
	}
	client := &Client{engine: engine, config: clientConfig{
		logger: logger{config.Logger}, hooks: config.Hooks, tokenProvider: config.TokenProvider,
	}}
	client.Chat = &ChatService{client}
	client.Responses = &ResponsesService{client}
	client.Models = &ModelsService{client}
	client.Usage = &UsageService{client}
	client.Token = &TokenService{client}
	return client, nil
}

// NewFromEnv makes a client from the environment alone, as New(Config{}) does.
func NewFromEnv() (*Client, error) { return New(Config{}) }

// Close ends every call of this client at once and frees its connections. Calls made after it fail and say so.
// Closing twice is harmless. It always returns nil, and returns an error to be an io.Closer.
func (c *Client) Close() error {
	c.engine.Close()
	return nil
}

func init() {
	clockhook.Set = func(config any, clock any) { config.(*Config).clock = clock }
}
