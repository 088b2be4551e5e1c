use std::sync::Arc;

use bytes::Bytes;
use serde::de::DeserializeOwned;

use super::chat::{ChatCompletion, ChatRequest};
use super::config::{CallOptions, Config, Observed};
use super::error::{Error, ErrorDetails, Result};
use super::hooks::Hooks;
use super::models::ModelList;
use super::read::read;
use super::stream::ChatStream;
use super::token::TokenGrant;
use super::usage::RequestUsage;
use crate::ErrorKind;
use crate::engine::{Answer, Engine, Operation, Outlet, Record};

/// A client of one gateway. Cheap to clone; clones share connections, tokens and cooldowns.
///
/// Calls run on the caller's tokio runtime. Dropping the future of a call, or its stream, cancels it at once.
///
/// ```no_run
/// # async fn example() -> axonium::Result<()> {
/// use axonium::{ChatRequest, Client, Message};
/// let client = Client::from_env()?;
/// let request = ChatRequest {
///     model: "qwen3-0.6b".into(),
///     messages: vec![Message::text("user", "hi")],
///     idempotency_key: "order-4417-summary".into(),
///     ..Default::default()
/// };
/// let completion = client.chat(&request).await?;
/// println!("{:?} after {:?} of waiting", completion.content(), completion.meta.waited_for);
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct Client {
    engine: Engine,
    hooks: Option<Hooks>,
}

impl Client {
    /// A client set up by `config`, and by the environment where it is silent. Nothing is connected yet.
    ///
    /// # Errors
    /// [`Error::Configuration`] names the setting that cannot work.
    pub fn new(mut config: Config) -> Result<Self> {
        let hooks = config.hooks.take();
        if hooks.is_some() {
            config.observe = Observed::ALL.to_vec();
        }
        Ok(Self { engine: Engine::new(config)?, hooks })
    }

    /// A client set up by the environment: `AXONIUM_GATEWAY_BASE_URL`, `AXONIUM_API_KEY` or `AXONIUM_CLIENT_ID` with
    /// `AXONIUM_CLIENT_SECRET`, `AXONIUM_SCOPE`, `AXONIUM_CA_BUNDLE`.
    ///
    /// # Errors
    /// [`Error::Configuration`] names the variable that is missing or cannot work.
    pub fn from_env() -> Result<Self> {
        Self::new(Config::default())
    }

    /// Asks a chat model for one answer (`POST /v1/chat/completions`).
    ///
    /// # Errors
    /// Any [`Error`]; each says in `reason` why the request was not repeated.
    pub async fn chat(&self, request: &ChatRequest) -> Result<ChatCompletion> {
        let answer = self.call(Operation::ChatCreate, request.body()?, &request.options()).await?;
        let mut completion: ChatCompletion = decode(&answer)?;
        completion.raw = answer.body;
        completion.usage = answer.usage;
        completion.meta = answer.meta;
        Ok(completion)
    }

    /// Asks a chat model for an answer that is streamed as it is generated. Returns once the server has accepted.
    ///
    /// # Errors
    /// Any [`Error`] that comes before the stream begins; later ones come from [`ChatStream::next`].
    pub async fn chat_stream(&self, request: &ChatRequest) -> Result<ChatStream> {
        let call = self.engine.prepare(Operation::ChatStream, request.body()?, &request.options())?;
        ChatStream::open(&self.engine, call, self.hooks.clone()).await
    }

    /// The models that run now and that the credential may use. An empty list is no error.
    ///
    /// # Errors
    /// Any [`Error`].
    pub async fn models(&self) -> Result<ModelList> {
        self.model_list(Operation::ModelsList).await
    }

    /// The models granted to the credential. An empty list means that nothing is granted.
    ///
    /// # Errors
    /// Any [`Error`].
    pub async fn my_models(&self) -> Result<ModelList> {
        self.model_list(Operation::ModelsMine).await
    }

    /// What the request of that id used and cost. A replay has no usage of its own: ask for its
    /// `meta.idempotent_replay_of`.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] for an id that is unknown, foreign, or a replay's own; or any other [`Error`].
    pub async fn usage(&self, request_id: &str) -> Result<RequestUsage> {
        let body = serde_json::json!({"request_id": request_id}).to_string();
        let answer = self.call(Operation::UsageRetrieve, body.into(), &CallOptions::default()).await?;
        let mut usage: RequestUsage = decode(&answer)?;
        usage.usage = answer.usage;
        usage.meta = answer.meta;
        Ok(usage)
    }

    /// Fetches the access token ahead of the first call, or looks at the one in use: what it allows and for how long.
    ///
    /// # Errors
    /// [`Error::OAuth`] if the credential is refused; or any other [`Error`].
    pub async fn token(&self) -> Result<TokenGrant> {
        let answer = self.call(Operation::TokenFetch, Bytes::new(), &CallOptions::default()).await?;
        let mut grant: TokenGrant = decode(&answer)?;
        grant.meta = answer.meta;
        Ok(grant)
    }

    /// The engine underneath, for test gateways and other languages.
    #[doc(hidden)]
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    async fn model_list(&self, operation: Operation) -> Result<ModelList> {
        let answer = self.call(operation, Bytes::new(), &CallOptions::default()).await?;
        let mut models: ModelList = decode(&answer)?;
        models.meta = answer.meta;
        Ok(models)
    }

    async fn call(&self, operation: Operation, body: Bytes, options: &CallOptions) -> Result<Answer> {
        let call = self.engine.prepare(operation, body, options)?;
        let record = Arc::new(Record::new(self.engine.clock().clone()));
        // A single answer is returned, so its delivery is not looked at.
        let (outlet, deliveries) = Outlet::new();
        drop(deliveries);
        self.engine.run(call, record, outlet.with_hooks(self.hooks.clone())).await
    }
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client").finish_non_exhaustive()
    }
}

/// The typed form of an answer whose JSON the engine has already found whole.
fn decode<T: DeserializeOwned>(answer: &Answer) -> Result<T> {
    read(&answer.body).map_err(|error| {
        let mut details =
            ErrorDetails::new(ErrorKind::Decode, format!("the answer is not what was asked for: {error}"));
        details.body = Some(crate::wire::answer::excerpt(&answer.body));
        details.meta = answer.meta.clone();
        details.request_id.clone_from(&answer.meta.request_id);
        Error::from(details)
    })
}
