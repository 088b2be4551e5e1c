//! Access tokens: where they come from, how long they are good for, and that many callers cost one request.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, UNIX_EPOCH};

use axonium_clock::Clock;
use bytes::Bytes;
use http::header::{CONTENT_TYPE, DATE};
use http::{HeaderMap, HeaderValue, Method};
use reqwest::Url;
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::watch;

use super::limit::Limit;
use super::outlet::Outlet;
use super::settings::{ClientCredentials, Credential};
use super::transport::{self, Fault, Request, Transport};
use crate::decide::TimeoutPhase;
use crate::wire::token::{IssuedToken, TokenRefusal, read_oauth_error, read_token};

/// No token is trusted for longer than this, whatever it claims.
const LONGEST_LIFETIME: Duration = Duration::from_hours(24);
/// A token is renewed once this little of its life is left…
const RENEW_BEFORE: Duration = Duration::from_secs(30);
/// …or once this share of it is used up.
const RENEW_AFTER_SHARE: f64 = 0.8;

type TokenFuture = Pin<Box<dyn Future<Output = Result<String, String>> + Send>>;
type TokenFunction = dyn Fn(Option<String>) -> TokenFuture + Send + Sync;

/// A caller's function that supplies access tokens. It is called before each request, with the token that the server
/// refused or with nothing, and does its own caching.
///
/// ```
/// use axonium::TokenProvider;
/// let provider = TokenProvider::new(|_rejected: Option<String>| async { Ok("token from the vault".to_owned()) });
/// ```
#[derive(Clone)]
pub struct TokenProvider(Source);

#[derive(Clone)]
enum Source {
    Function(Arc<TokenFunction>),
    /// The caller of each call is asked through the call's own deliveries.
    Outlet,
}

impl TokenProvider {
    /// Wraps a function that returns a token, or says why there is none.
    pub fn new<F, T>(function: F) -> Self
    where
        F: Fn(Option<String>) -> T + Send + Sync + 'static,
        T: Future<Output = Result<String, String>> + Send + 'static,
    {
        Self(Source::Function(Arc::new(move |rejected| Box::pin(function(rejected)))))
    }

    /// For foreign languages: each call asks its own caller.
    #[doc(hidden)]
    #[must_use]
    pub fn from_deliveries() -> Self {
        Self(Source::Outlet)
    }

    async fn token(&self, rejected: Option<String>, outlet: &Outlet) -> Result<String, String> {
        match &self.0 {
            Source::Function(function) => function(rejected).await,
            Source::Outlet => outlet.ask_token(rejected).await,
        }
    }
}

impl fmt::Debug for TokenProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenProvider")
    }
}

/// A token as it is sent.
pub(super) type Token = Arc<SecretString>;

/// Why there is no token.
#[derive(Clone, Debug)]
pub(super) enum TokenFailure {
    /// The token endpoint answered, but not with a token.
    Answered(Box<TokenRefusal>),
    /// The token endpoint was not reached, or did not answer.
    Unreachable(Fault),
    /// The caller's own function failed.
    Provider(String),
}

/// What is known of the current token.
#[derive(Clone, Debug, Default)]
pub(super) struct TokenInfo {
    pub(super) scope: Option<String>,
    pub(super) expires_in: Option<Duration>,
}

type Flight = watch::Receiver<Option<Result<Token, TokenFailure>>>;

/// The tokens of one credential.
pub(super) struct Tokens {
    source: TokenSource,
    state: Arc<Mutex<State>>,
}

enum TokenSource {
    Fixed(Token),
    Provider(TokenProvider),
    Endpoint(Arc<Endpoint>),
}

#[derive(Default)]
struct State {
    cached: Option<Cached>,
    flight: Option<Flight>,
}

#[derive(Clone)]
struct Cached {
    token: Token,
    scope: Option<String>,
    fetched: Duration,
    lifetime: Duration,
}

impl Cached {
    fn valid(&self, now: Duration) -> bool {
        now.saturating_sub(self.fetched) < self.lifetime
    }

    fn due(&self, now: Duration) -> bool {
        let age = now.saturating_sub(self.fetched);
        age >= self.lifetime.mul_f64(RENEW_AFTER_SHARE) || age.saturating_add(RENEW_BEFORE) >= self.lifetime
    }
}

impl Tokens {
    /// The tokens that `credential` stands for; `limit` bounds one request for one at the gateway of that address.
    pub(super) fn new(
        credential: Credential,
        base_url: &Url,
        limit: Duration,
        clock: Clock,
        transport: Arc<Transport>,
    ) -> Self {
        let source = match credential {
            Credential::ApiKey(key) => TokenSource::Fixed(Arc::new(key)),
            Credential::Provider(provider) => TokenSource::Provider(provider),
            Credential::ClientCredentials(credentials) => TokenSource::Endpoint(Arc::new(Endpoint {
                transport,
                url: endpoint_url(base_url),
                credentials,
                limit,
                clock,
            })),
        };
        Self { source, state: Arc::default() }
    }

    /// Whether a refused token can be exchanged for another.
    pub(super) fn can_refresh(&self) -> bool {
        !matches!(self.source, TokenSource::Fixed(_))
    }

    /// A token to send. `rejected` is the one that the server has just refused, if it did.
    pub(super) async fn token(&self, rejected: Option<&Token>, outlet: &Outlet) -> Result<Token, TokenFailure> {
        match &self.source {
            TokenSource::Fixed(token) => Ok(Arc::clone(token)),
            TokenSource::Provider(provider) => {
                let rejected = rejected.map(|token| token.expose_secret().to_owned());
                let token = provider.token(rejected, outlet).await.map_err(TokenFailure::Provider)?;
                if token.is_empty() || HeaderValue::try_from(token.as_str()).is_err() {
                    return Err(TokenFailure::Provider("it returned an empty or unsendable token".to_owned()));
                }
                Ok(Arc::new(SecretString::from(token)))
            }
            TokenSource::Endpoint(endpoint) => self.minted(endpoint, rejected).await,
        }
    }

    /// What is known of the token now in use.
    pub(super) fn info(&self, now: Duration) -> TokenInfo {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.cached.as_ref().map_or_else(TokenInfo::default, |cached| TokenInfo {
            scope: cached.scope.clone(),
            expires_in: cached.fetched.saturating_add(cached.lifetime).checked_sub(now),
        })
    }

    async fn minted(&self, endpoint: &Arc<Endpoint>, rejected: Option<&Token>) -> Result<Token, TokenFailure> {
        let mut flight = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            // Another call may have renewed the refused token already: then its successor is used.
            if let Some(rejected) = rejected {
                state.cached = state.cached.take().filter(|cached| !Arc::ptr_eq(&cached.token, rejected));
            }
            let now = endpoint.clock.now();
            match state.cached.clone().filter(|cached| cached.valid(now)) {
                Some(cached) if !cached.due(now) => return Ok(cached.token),
                Some(cached) => {
                    // Still good: renewed in the background, so that no call waits for it.
                    self.take_off(&mut state, endpoint);
                    return Ok(cached.token);
                }
                None => self.take_off(&mut state, endpoint),
            }
        };
        let landed = flight.wait_for(Option::is_some).await.ok().and_then(|result| result.clone());
        landed
            .unwrap_or_else(|| Err(TokenFailure::Unreachable(Fault::Lost("the token request was dropped".to_owned()))))
    }

    /// Joins the token request under way, or starts one. It runs on its own, so a caller who leaves ends it for nobody.
    fn take_off(&self, state: &mut State, endpoint: &Arc<Endpoint>) -> Flight {
        if let Some(flight) = state.flight.clone().filter(is_under_way) {
            return flight;
        }
        let (landing, flight) = watch::channel(None);
        state.flight = Some(flight.clone());
        let (endpoint, shared) = (Arc::clone(endpoint), Arc::clone(&self.state));
        tokio::spawn(async move {
            let fetched = endpoint.fetch().await;
            let mut state = shared.lock().unwrap_or_else(PoisonError::into_inner);
            state.flight = None;
            let result = fetched.map(|cached| {
                let token = Arc::clone(&cached.token);
                state.cached = Some(cached);
                token
            });
            // Nobody may be waiting any more.
            let _ = landing.send(Some(result));
        });
        flight
    }
}

/// Whether a token request will still land, or has. One whose runtime was shut down never does.
fn is_under_way(flight: &Flight) -> bool {
    flight.has_changed().is_ok() || flight.borrow().is_some()
}

/// The gateway's token endpoint, and what is presented there.
struct Endpoint {
    transport: Arc<Transport>,
    url: Url,
    credentials: ClientCredentials,
    limit: Duration,
    clock: Clock,
}

impl Endpoint {
    async fn fetch(&self) -> Result<Cached, TokenFailure> {
        // Read before the request leaves, so that the lifetime is never overrated.
        let fetched = self.clock.now();
        let limit = Limit::after(self.limit, TimeoutPhase::Response);
        let exchange = async {
            let mut response = self.transport.send(&self.request()).await?;
            let status = response.status().as_u16();
            let headers = response.headers().clone();
            let body = transport::read_error_body(&mut response, limit).await;
            Ok((status, headers, body))
        };
        let (status, headers, body) = limit.bound(exchange).await.flatten().map_err(TokenFailure::Unreachable)?;
        let issued = read_token(&body).ok().filter(|_| (200..300).contains(&status));
        let Some(issued) = issued else {
            let body = redacted(body, &self.credentials.client_secret);
            return Err(TokenFailure::Answered(Box::new(read_oauth_error(status, &headers, &body))));
        };
        let lifetime = lifetime(&issued, &headers);
        Ok(Cached { token: Arc::new(issued.access_token), scope: issued.scope, fetched, lifetime })
    }

    fn request(&self) -> Request {
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("grant_type", "client_credentials")
            .append_pair("client_id", &self.credentials.client_id)
            .append_pair("client_secret", self.credentials.client_secret.expose_secret());
        if let Some(scope) = &self.credentials.scope {
            form.append_pair("scope", scope);
        }
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded"));
        Request { method: Method::POST, url: self.url.clone(), headers, body: form.finish().into() }
    }
}

/// A page that echoes the request must not carry the secret into an error.
fn redacted(body: Bytes, secret: &SecretString) -> Bytes {
    let secret = secret.expose_secret();
    if secret.is_empty() || memchr::memmem::find(&body, secret.as_bytes()).is_none() {
        return body;
    }
    String::from_utf8_lossy(&body).replace(secret, "[client_secret]").into()
}

/// The smaller of what the answer and the token itself say. A token without either is used until it is refused.
fn lifetime(issued: &IssuedToken, headers: &HeaderMap) -> Duration {
    let date = headers.get(DATE).and_then(|date| httpdate::parse_http_date(date.to_str().ok()?).ok());
    let now = date.and_then(|date| date.duration_since(UNIX_EPOCH).ok());
    let claimed = issued.expires_at.zip(now).map(|(expires_at, now)| expires_at - now.as_secs_f64());
    let shortest = issued.expires_in.into_iter().chain(claimed).fold(LONGEST_LIFETIME.as_secs_f64(), f64::min);
    Duration::try_from_secs_f64(shortest.max(0.0)).unwrap_or(LONGEST_LIFETIME)
}

fn endpoint_url(base: &Url) -> Url {
    super::request::url(base, &["oauth2", "token"])
}
