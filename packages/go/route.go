package axonium

import (
	"fmt"
	"log/slog"
)

// Route is one way to a model: an address, a credential and a name. A caller who holds several lets a request leave a
// route that fails before anything was generated, or before a stream's first output, for the next one in order.
//
// A stream that is replayed may have run the model twice: naming routes is the consent to that. Meta.Route names the
// route that served a call, and Meta.History every attempt.
//
// What a route leaves unset is the client's own. A route with an address needs a credential: none is sent to an address
// that it was not given for.
type Route struct {
	// Name tells the route apart in Meta, and must be given.
	Name string
	// GatewayBaseURL is the route's address, with its scheme.
	GatewayBaseURL string
	// APIKey is a static bearer.
	APIKey string `json:"-"`
	// ClientID, ClientSecret and Scope are client credentials, as in [Config].
	ClientID     string
	ClientSecret string `json:"-"`
	Scope        string
	// Model is what the model is called there. It replaces the request's.
	Model string
}

// Format writes the route without its secrets, for every verb.
func (r Route) Format(state fmt.State, _ rune) {
	fmt.Fprint(state, r.String())
}

// String names the route, its address, its model and the kind of credential. It holds no secret.
func (r Route) String() string {
	return shown("axonium.Route", []setting{
		{"Name", r.Name}, {"GatewayBaseURL", redactURL(r.GatewayBaseURL)}, {"APIKey", mask(r.APIKey)},
		{"ClientID", r.ClientID}, {"ClientSecret", mask(r.ClientSecret)}, {"Scope", r.Scope}, {"Model", r.Model},
	})
}

// LogValue keeps secrets out of structured logs.
func (r Route) LogValue() slog.Value { return slog.StringValue(r.String()) }

type routeWire struct {
	Name           string `json:"name"`
	GatewayBaseURL string `json:"gateway_base_url,omitempty"`
	APIKey         string `json:"api_key,omitempty"`
	ClientID       string `json:"client_id,omitempty"`
	ClientSecret   string `json:"client_secret,omitempty"`
	Scope          string `json:"scope,omitempty"`
	Model          string `json:"model,omitempty"`
}

// routesWire is nil for routes that are unset, and a list for an empty one, which uses none.
func routesWire(routes []Route) *[]routeWire {
	if routes == nil {
		return nil
	}
	wire := make([]routeWire, 0, len(routes))
	for _, route := range routes {
		wire = append(wire, routeWire(route))
	}
	return &wire
}
