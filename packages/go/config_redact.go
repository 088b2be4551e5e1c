package axonium

import (
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

// String names the gateway, the kind of credential and the client id. It holds no secret.
func (c Config) String() string {
	fields := []string{}
	add := func(name, value string) {
		if value != "" {
			fields = append(fields, fmt.Sprintf("%s: %q", name, value))
		}
	}
	add("GatewayBaseURL", redactURL(c.GatewayBaseURL))
	add("ClientID", c.ClientID)
	add("ClientSecret", mask(c.ClientSecret))
	add("Scope", c.Scope)
	add("APIKey", mask(c.APIKey))
	if c.TokenProvider != nil {
		fields = append(fields, "TokenProvider: set")
	}
	add("CABundle", c.CABundle)
	add("Proxy", redactURL(c.Proxy))
	return "axonium.Config{" + strings.Join(fields, ", ") + "}"
}

// LogValue keeps secrets out of structured logs.
func (c Config) LogValue() slog.Value { return slog.StringValue(c.String()) }

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
