//! Access tokens: issued, checked and outlived on the gateway's clock.

use std::collections::HashMap;
use std::time::{Duration, UNIX_EPOCH};

use axonium_clock::Clock;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::{HeaderMap, StatusCode, header};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::config::GatewayConfig;
use crate::problem::{OAuthError, Problem};

/// Who sent a request.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    /// Keys, usage rows and ledgers belong to this client.
    pub(crate) client: String,
    pub(crate) scopes: Vec<String>,
}

/// What a client asks the token endpoint for.
#[derive(Debug, Default)]
pub(crate) struct TokenRequest {
    pub(crate) grant_type: String,
    pub(crate) client_id: String,
    pub(crate) client_secret: String,
    pub(crate) scope: Option<String>,
}

/// All tokens that were ever issued here: an old one is told that it expired, a foreign one that it is invalid.
#[derive(Debug)]
pub(crate) struct Tokens {
    clock: Clock,
    issued: HashMap<String, Issued>,
}

#[derive(Debug)]
struct Issued {
    caller: Caller,
    expires_at: Duration,
}

impl Tokens {
    pub(crate) fn new(clock: &Clock) -> Self {
        Self { clock: clock.clone(), issued: HashMap::new() }
    }

    /// Grants a token, or says why not in OAuth's words.
    pub(crate) fn issue(&mut self, config: &GatewayConfig, request: &TokenRequest) -> Result<Value, OAuthError> {
        if request.grant_type != "client_credentials" {
            let description = format!("Only client_credentials is granted here, not {:?}.", request.grant_type);
            return Err(OAuthError { status: StatusCode::BAD_REQUEST, error: "unsupported_grant_type", description });
        }
        let expected = (config.client_id.as_ref(), config.client_secret.as_ref());
        let right = expected.0.is_none_or(|id| *id == request.client_id)
            && expected.1.is_none_or(|secret| *secret == request.client_secret);
        if !right || request.client_id.is_empty() {
            let description = "The client id or its secret is wrong.".to_owned();
            return Err(OAuthError { status: StatusCode::UNAUTHORIZED, error: "invalid_client", description });
        }
        let scopes = match &request.scope {
            None => config.scopes.clone(),
            Some(scope) => scope.split_whitespace().map(str::to_owned).collect(),
        };
        if let Some(scope) = scopes.iter().find(|scope| !config.scopes.contains(scope)) {
            let description = format!("The client may not have the scope {scope:?}.");
            return Err(OAuthError { status: StatusCode::BAD_REQUEST, error: "invalid_scope", description });
        }
        let lifetime = Duration::from_secs(config.token_lifetime_seconds);
        let scope = scopes.join(" ");
        let token = self.mint(&request.client_id, &scope, lifetime);
        let caller = Caller { client: request.client_id.clone(), scopes };
        self.issued.insert(token.clone(), Issued { caller, expires_at: self.clock.now() + lifetime });
        Ok(json!({
            "access_token": token, "token_type": "Bearer", "expires_in": config.token_lifetime_seconds, "scope": scope,
        }))
    }

    /// A token in the shape of a JWT. Its signature is a random number that this gateway remembers.
    fn mint(&self, client: &str, scope: &str, lifetime: Duration) -> String {
        let now = self.clock.wall().duration_since(UNIX_EPOCH).unwrap_or_default();
        let claims = json!({
            "iss": "axonium-gateway", "sub": client, "scope": scope, "iat": now.as_secs(), "exp": (now + lifetime).as_secs(),
        });
        let encode = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signature = URL_SAFE_NO_PAD.encode(Uuid::now_v7().as_bytes());
        format!("{}.{}.{signature}", encode(json!({"alg": "none", "typ": "JWT"})), encode(claims))
    }

    /// Who the bearer of these headers is.
    pub(crate) fn check(&self, config: &GatewayConfig, headers: &HeaderMap) -> Result<Caller, Problem> {
        let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let bearer = authorization.and_then(|value| {
            let (scheme, token) = value.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
        });
        let Some(bearer) = bearer.filter(|bearer| !bearer.is_empty()) else {
            return Err(Problem::new("missing-credentials"));
        };
        if let Some(issued) = self.issued.get(bearer) {
            let expired = self.clock.now() >= issued.expires_at;
            return if expired { Err(Problem::new("token-expired")) } else { Ok(issued.caller.clone()) };
        }
        let open = config.api_key.is_none() && config.client_id.is_none();
        if open || config.api_key.as_deref() == Some(bearer) {
            return Ok(Caller { client: bearer.to_owned(), scopes: config.scopes.clone() });
        }
        Err(Problem::new("invalid-token"))
    }
}
