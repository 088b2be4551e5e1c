//! The addresses that are served, and what each does with a request.

use std::sync::Arc;

use axonium::engine::{Engine, Operation, Record};
use axonium::{CallOptions, ErrorKind};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{get, post};
use bytes::Bytes;
use http::StatusCode;
use http::request::Parts;
use hyper_util::service::TowerToHyperService;

use crate::account::Account;
use crate::call::{Call, Step};
use crate::config::{ConfigError, ProxyConfig};
use crate::engines::Engines;
use crate::events::{self, Api};
use crate::refusal::Refusal;
use crate::socket::Handshake;
use crate::turns::Turns;
use crate::{intake, outcome};

/// The endpoints as a service.
pub(crate) type Service = TowerToHyperService<Router>;

/// What all requests share.
struct Shared {
    engines: Engines,
    max_body_bytes: usize,
}

/// The service of a proxy; fails naming the setting that cannot work.
pub(crate) fn service(config: ProxyConfig) -> Result<Service, ConfigError> {
    let shared = Shared { max_body_bytes: config.max_body_bytes, engines: Engines::new(config)? };
    let router = Router::new()
        .route("/v1/chat/completions", post(chat))
        .route("/v1/responses", post(responses).get(connect))
        .route("/v1/models", get(models))
        .fallback(|request: Request| async move { refuse(&request, Refusal::unknown_path()) })
        .method_not_allowed_fallback(|request: Request| async move { refuse(&request, Refusal::unknown_method()) })
        .layer(middleware::from_fn(keep_pages_out))
        .layer(DefaultBodyLimit::disable())
        .with_state(Arc::new(shared));
    Ok(TowerToHyperService::new(router))
}

async fn keep_pages_out(request: Request, next: Next) -> Response {
    if intake::is_from_a_page(request.headers()) {
        return refuse(&request, Refusal::from_a_page());
    }
    next.run(request).await
}

async fn chat(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    shared.generate(request, Api::Chat, (Operation::ChatCreate, Operation::ChatStream)).await
}

async fn responses(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    shared.generate(request, Api::Responses, (Operation::ResponsesCreate, Operation::ResponsesStream)).await
}

async fn connect(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    shared.connect(request).await
}

async fn models(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let (head, _) = request.into_parts();
    let account = Account::new(&head.method, &head.uri);
    shared.answer(Operation::ModelsList, Bytes::new(), &head, account).await
}

impl Shared {
    /// Reads a request and makes the call it asks for: `create`, or `stream` if it says so.
    async fn generate(&self, request: Request, api: Api, (create, stream): (Operation, Operation)) -> Response {
        let (head, body) = request.into_parts();
        let account = Account::new(&head.method, &head.uri);
        let body = match intake::read_body(&head.headers, body, self.max_body_bytes).await {
            Some(Ok(body)) => body,
            Some(Err(refusal)) => return account.refuse(refusal),
            // Nobody is there to read this.
            None => return Response::default(),
        };
        if intake::wants_stream(&body) {
            self.stream(api, stream, body, &head, account).await
        } else {
            self.answer(create, body, &head, account).await
        }
    }

    /// One answer for one request.
    async fn answer(&self, operation: Operation, body: Bytes, head: &Parts, mut account: Account) -> Response {
        let Started { mut call, record, .. } = match self.start(operation, body, head, &mut account) {
            Ok(started) => started,
            Err(refusal) => return account.refuse(refusal),
        };
        match call.end().await {
            Ok(answer) => account.answer(outcome::answered(answer, &record)),
            Err(error) => account.fail(&error, &record),
        }
    }

    /// A stream of events for one request, or the refusal that came in its place.
    async fn stream(
        &self,
        api: Api,
        operation: Operation,
        body: Bytes,
        head: &Parts,
        mut account: Account,
    ) -> Response {
        let Started { mut call, record, .. } = match self.start(operation, body, head, &mut account) {
            Ok(started) => started,
            Err(refusal) => return account.refuse(refusal),
        };
        let mut first = call.next().await;
        if matches!(first, Step::Opened) && self.engines.have_alternatives() {
            // While another route could take over, it is not known yet whose headers these are to be.
            first = call.next().await;
        }
        match first {
            Step::Failed(error) if error.kind() != ErrorKind::StreamInterrupted => account.fail(&error, &record),
            first => {
                account.opened(StatusCode::OK);
                outcome::opened(events::body(api, call, first, account), &record)
            }
        }
    }

    /// A WebSocket to the client, once there is one upstream.
    async fn connect(&self, mut request: Request) -> Response {
        let mut account = Account::new(request.method(), request.uri());
        let Some(handshake) = Handshake::read(&mut request) else {
            return account.refuse(Refusal::no_websocket());
        };
        let (head, _) = request.into_parts();
        let started = self.start(Operation::ResponsesConnect, Bytes::new(), &head, &mut account);
        let Started { mut call, record, engine, options } = match started {
            Ok(started) => started,
            Err(refusal) => return account.refuse(refusal),
        };
        match call.end().await {
            Ok(answer) => {
                let turns = Turns::new(engine, &answer, options, &head);
                account.opened(StatusCode::SWITCHING_PROTOCOLS);
                let (mut response, session) = handshake.accept(turns, self.max_body_bytes, account);
                outcome::connected(&answer, &record, response.headers_mut());
                tokio::spawn(session.serve());
                response
            }
            Err(error) => account.fail(&error, &record),
        }
    }

    fn start(
        &self,
        operation: Operation,
        body: Bytes,
        head: &Parts,
        account: &mut Account,
    ) -> Result<Started, Refusal> {
        let engine = self.engines.engine(intake::credential(&head.headers))?;
        let record = Arc::new(Record::new(engine.clock().clone()));
        account.follow(&record);
        let options = intake::options(&head.headers, self.engines.pass_credentials_on());
        let call = Call::start(&engine, operation, body, &options, Arc::clone(&record))?;
        Ok(Started { call, record, engine, options })
    }
}

/// A call under way.
struct Started {
    call: Call,
    record: Arc<Record>,
    engine: Engine,
    options: CallOptions,
}

fn refuse(request: &Request, refusal: Refusal) -> Response {
    Account::new(request.method(), request.uri()).refuse(refusal)
}
