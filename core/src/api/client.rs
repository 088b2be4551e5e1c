use std::sync::Arc;

use bytes::Bytes;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::chat::{ChatCompletion, ChatRequest};
use super::config::{CallOptions, Config, Observed};
use super::error::{Error, ErrorDetails, Result};
use super::hooks::Hooks;
use super::models::ModelList;
use super::parsed::{self, Parsed, ParsedCompletion, ParsedResponse, ParsedStream};
use super::read::read;
use super::response::{Response, ResponseRequest};
use super::response_connection::ResponseConnection;
use super::response_stream::ResponseStream;
use super::running::Running;
use super::stream::ChatStream;
use super::token::TokenGrant;
use super::usage::RequestUsage;
use crate::ErrorKind;
use crate::engine::{Answer, CircuitStatus, Engine, Operation, Outlet, Record};

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
        completion(self.call(Operation::ChatCreate, request.body()?, &request.options()).await?)
    }

    /// Asks a chat model for one answer whose output is JSON of the type `T`. The schema of `T` is sent, the output is held
    /// against it, and one that does not match is mended by the model once.
    ///
    /// A [`crate::ParseOptions::schema`] in the request takes the place of that of `T`, which may then be a [`serde_json::Value`].
    ///
    /// ```no_run
    /// # async fn example(client: &axonium::Client) -> axonium::Result<()> {
    /// use axonium::{ChatRequest, Message};
    ///
    /// #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// struct Person {
    ///     name: String,
    ///     age: u32,
    /// }
    ///
    /// let request = ChatRequest {
    ///     model: "qwen3-0.6b".into(),
    ///     messages: vec![Message::text("user", "Ada was 36. As JSON, please.")],
    ///     ..Default::default()
    /// };
    /// let completion = client.chat_parse::<Person>(&request).await?;
    /// if let Some(person) = &completion.parsed {
    ///     println!("{}, {} {:?}", person.name, person.age, completion.usage);
    /// }
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::MalformedOutput`] with the outputs, if the repair does not match either, or the output was cut off;
    /// [`ErrorKind::Refusal`] if the model declined; or any other [`Error`].
    pub async fn chat_parse<T>(&self, request: &ChatRequest) -> Result<ParsedCompletion<T>>
    where
        T: DeserializeOwned + JsonSchema,
    {
        let options = CallOptions { parse: Some(parsed::asked::<T>(request.parse.clone())), ..request.options() };
        let mut answer = self.call(Operation::ChatCreate, request.body()?, &options).await?;
        let json = answer.parsed.take();
        let answer = completion(answer)?;
        let parsed = json.map(|json| parsed::typed(&json, &answer.meta)).transpose()?;
        Ok(Parsed { answer, parsed })
    }

    /// The same, streamed: [`ChatStream::parsed_partial`] grows while it is read, and the whole output is held against the
    /// schema once, at the end. It is not repaired: it was delivered as it came.
    ///
    /// # Errors
    /// As [`Client::chat_stream`]; what is wrong with the output comes from [`ChatStream::next`], behind its last chunk.
    pub async fn chat_parse_stream<T>(&self, request: &ChatRequest) -> Result<ParsedStream<ChatStream, T>>
    where
        T: DeserializeOwned + JsonSchema,
    {
        let options = CallOptions { parse: Some(parsed::asked::<T>(request.parse.clone())), ..request.options() };
        let running = self.open(Operation::ChatStream, request.body()?, &options).await?;
        Ok(ParsedStream::new(ChatStream::new(running)))
    }

    /// Asks a chat model for an answer that is streamed as it is generated. Returns once the server has accepted.
    ///
    /// # Errors
    /// Any [`Error`] that comes before the stream begins; later ones come from [`ChatStream::next`].
    pub async fn chat_stream(&self, request: &ChatRequest) -> Result<ChatStream> {
        self.open(Operation::ChatStream, request.body()?, &request.options()).await.map(ChatStream::new)
    }

    /// Asks for one response (`POST /v1/responses`).
    ///
    /// # Errors
    /// Any [`Error`]; each says in `reason` why the request was not repeated.
    pub async fn response(&self, request: &ResponseRequest) -> Result<Response> {
        response(self.call(Operation::ResponsesCreate, request.body()?, &request.options()).await?)
    }

    /// Asks for one response whose output is JSON of the type `T`: as [`Client::chat_parse`].
    ///
    /// # Errors
    /// As [`Client::chat_parse`].
    pub async fn response_parse<T>(&self, request: &ResponseRequest) -> Result<ParsedResponse<T>>
    where
        T: DeserializeOwned + JsonSchema,
    {
        let options = CallOptions { parse: Some(parsed::asked::<T>(request.parse.clone())), ..request.options() };
        let mut answer = self.call(Operation::ResponsesCreate, request.body()?, &options).await?;
        let json = answer.parsed.take();
        let answer = response(answer)?;
        let parsed = json.map(|json| parsed::typed(&json, &answer.meta)).transpose()?;
        Ok(Parsed { answer, parsed })
    }

    /// The same, streamed over SSE or a WebSocket of its own: as [`Client::chat_parse_stream`].
    ///
    /// # Errors
    /// As [`Client::response_stream`]; what is wrong with the output comes from [`ResponseStream::next`], behind its last event.
    pub async fn response_parse_stream<T>(&self, request: &ResponseRequest) -> Result<ParsedStream<ResponseStream, T>>
    where
        T: DeserializeOwned + JsonSchema,
    {
        let options = CallOptions { parse: Some(parsed::asked::<T>(request.parse.clone())), ..request.options() };
        let running = self.open(Operation::ResponsesStream, request.body()?, &options).await?;
        Ok(ParsedStream::new(ResponseStream::new(running)))
    }

    /// Asks for a response that is streamed as it is generated, over SSE or a WebSocket of its own. Returns once the
    /// server has accepted.
    ///
    /// # Errors
    /// Any [`Error`] that comes before the stream begins; later ones come from [`ResponseStream::next`].
    pub async fn response_stream(&self, request: &ResponseRequest) -> Result<ResponseStream> {
        self.open(Operation::ResponsesStream, request.body()?, &request.options()).await.map(ResponseStream::new)
    }

    /// Opens a WebSocket that carries many responses, one after the other.
    ///
    /// # Errors
    /// Any [`Error`]; nothing is generated by opening one.
    pub async fn response_connection(&self) -> Result<ResponseConnection> {
        let answer = self.call(Operation::ResponsesConnect, Bytes::new(), &CallOptions::default()).await?;
        let opened: Opened = decode(&answer)?;
        Ok(ResponseConnection::new(self.clone(), opened.connection, answer.meta))
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

    /// The circuit breakers of the models that this client, and those that share its group, have called. Empty unless
    /// [`Config::circuit_breaker`] is set.
    #[must_use]
    pub fn circuits(&self) -> Vec<CircuitStatus> {
        self.engine.circuits()
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

    /// Starts a stream.
    pub(super) async fn open(&self, operation: Operation, body: Bytes, options: &CallOptions) -> Result<Running> {
        let call = self.engine.prepare(operation, body, options)?;
        Running::open(&self.engine, call, self.hooks.clone()).await
    }

    pub(super) async fn call(&self, operation: Operation, body: Bytes, options: &CallOptions) -> Result<Answer> {
        let call = self.engine.prepare(operation, body, options)?;
        let record = Arc::new(Record::new(self.engine.clock().clone()));
        // A single answer is returned, so its delivery is not looked at.
        let (outlet, deliveries) = Outlet::new();
        drop(deliveries);
        // A call is large, and lies within the future of whoever makes it.
        Box::pin(self.engine.run(call, record, outlet.with_hooks(self.hooks.clone()))).await
    }
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client").finish_non_exhaustive()
    }
}

/// The number of a connection that was opened.
#[derive(Deserialize)]
struct Opened {
    connection: u64,
}

fn completion(answer: Answer) -> Result<ChatCompletion> {
    let completion: ChatCompletion = decode(&answer)?;
    let Answer { body, usage, meta, refusal, .. } = answer;
    Ok(ChatCompletion { raw: body, usage, meta, declined: refusal, ..completion })
}

fn response(mut answer: Answer) -> Result<Response> {
    let said = answer.answer.take().unwrap_or_default();
    let response = Response::of_body(answer.body.clone(), said).map_err(|error| undecodable(&answer, &error))?;
    let Answer { usage, meta, refusal, .. } = answer;
    Ok(Response { usage, meta, declined: refusal, ..response })
}

/// The typed form of an answer whose JSON the engine has already found whole.
fn decode<T: DeserializeOwned>(answer: &Answer) -> Result<T> {
    read(&answer.body).map_err(|error| undecodable(answer, &error))
}

fn undecodable(answer: &Answer, error: &serde_json::Error) -> Error {
    let mut details = ErrorDetails::new(ErrorKind::Decode, format!("the answer is not what was asked for: {error}"));
    details.body = Some(crate::wire::answer::excerpt(&answer.body));
    details.meta = answer.meta.clone();
    details.request_id.clone_from(&answer.meta.request_id);
    details.into()
}
