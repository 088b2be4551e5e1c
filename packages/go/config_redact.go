package axonium

import (
	"cmp"
	"fmt"
	"log/slog"
	"strings"
)

const redacted = "[redacted]"

// Format writes the configuration without its secrets, for every verb, so that a Config that finds its way into a log
// gives nothing away.
func (c Config) Format(state fmt.State, _ rune) {
	fmt.Fprint(state, c.String())
}

// String names the gateway, the kind of credential, the client id and the routes. It holds no secret.
func (c Config) String() string {
	provider := ""
	if c.TokenProvider != nil {
		provider = "set"
	}
	return shown("axonium.Config", []setting{
		{"GatewayBaseURL", redactURL(c.GatewayBaseURL)}, {"ClientID", c.ClientID}, {"ClientSecret", mask(c.ClientSecret)},
		{"Scope", c.Scope}, {"APIKey", mask(c.APIKey)}, {"TokenProvider", provider}, {"CABundle", c.CABundle},
		{"Proxy", redactURL(c.Proxy)}, {"Routes", names(c.Routes)},
		{"Fallback", names(c.Fallback)},
	})
}

// names are the routes' own, or their models'.
func names(routes []Route) string {
	found := []string{}
	for _, route := range routes {
		found = append(found, cmp.Or(route.Name, route.Model, redactURL(route.GatewayBaseURL)))
	}
	return strings.Join(found, ", ")
}

// LogValue keeps secrets out of structured logs.
func (c Config) LogValue() slog.Value { return slog.StringValue(c.String()) }

// setting is a value that may be shown.
type setting struct{ name, value string }

// shown writes the settings that are set.
func shown(of string, settings []setting) string {
	fields := []string{}
	for _, setting := range settings {
		if setting.value != "" {
			fields = append(fields, fmt.Sprintf("%s: %q", setting.name, setting.value))
		}
	}
	return of + "{" + strings.Join(fields, ", ") + "}"
}

func mask(secret string) string {
	if secret == "" {
		return ""
	}
	return redacted
}

// redactURL drops what a URL says before its host, where passwords live.
func redactURL(url string) string {
	scheme, rest, found := strings.Cut(url, "://")
	if !found {
		scheme, rest = "", url
	} else {
		scheme += "://"
	}
	authority, path, _ := strings.Cut(rest, "/")
	at := strings.LastIndex(authority, "@")
	if at < 0 {
		return url
	}
	if path != "" {
		path = "/" + path
	}
	return scheme + redacted + "@" + authority[at+1:] + path
}
