//! Routes as a caller sets them up: what they may be, and whose credential goes where.

#![cfg(feature = "testing")]

mod common;

use axonium::testing::GatewayConfig;
use axonium::{ChatRequest, Client, Config, ErrorKind, Route};
use common::{Served, config, config_for, over_websocket, request, response_request, route, served, steps};
use serde_json::json;

fn bearers(served: &Served) -> Vec<String> {
    let requests = served.gateway.requests();
    requests.iter().filter_map(|request| request.header("authorization").map(str::to_owned)).collect()
}

fn with_routes(served: &Served, routes: Vec<Route>) -> Config {
    Config { routes, ..config(served) }
}

/// The field of the setting or request field that is refused.
fn refused(result: axonium::Result<impl Sized>, kind: ErrorKind) -> String {
    let error = result.err().expect("it is refused");
    assert_eq!((error.kind(), error.details().meta.attempts), (kind, 0), "{error}");
    error.details().field.clone().unwrap()
}

#[tokio::test]
async fn each_route_gets_its_own_credential_and_model() {
    let (first, second) = (served(GatewayConfig::default()), served(GatewayConfig::default()));
    steps(&first, json!([{"problem": "backend-unavailable"}]));
    let backup = Route { model: "count-to-20".into(), ..route("second", &second) };
    let client = Client::new(with_routes(&first, vec![route("first", &first), backup])).unwrap();
    let completion = client.chat(&ChatRequest { max_tokens: Some(2), ..request() }).await.unwrap();
    assert_eq!(completion.meta.route.as_deref(), Some("second"));
    assert_eq!(completion.model.as_deref(), Some("count-to-20"));
    let history: Vec<_> = completion.meta.history.iter().map(|attempt| attempt.route.as_deref().unwrap()).collect();
    assert_eq!(history, ["first", "second"]);
    assert!(completion.meta.waited_for.is_zero());
    assert_eq!((bearers(&first), bearers(&second)), (vec!["Bearer route-key".into()], vec!["Bearer route-key".into()]));
}

#[tokio::test]
async fn a_route_to_the_clients_own_address_uses_its_credential() {
    let own = served(GatewayConfig::default());
    let here = Route { name: "here".into(), model: "count-to-20".into(), ..Route::default() };
    let client = Client::new(with_routes(&own, vec![here])).unwrap();
    client.chat(&request()).await.unwrap();
    assert_eq!(bearers(&own), ["Bearer test-key"]);
}

#[tokio::test]
async fn a_credential_goes_nowhere_it_was_not_given_for() {
    let (own, other) = (served(GatewayConfig::default()), served(GatewayConfig::default()));
    let elsewhere = Route { api_key: None.into(), ..route("elsewhere", &other) };
    let built = Client::new(with_routes(&own, vec![elsewhere]));
    assert_eq!(refused(built, ErrorKind::Configuration), "routes[0].api_key");
    assert!(other.gateway.requests().is_empty());
}

#[tokio::test]
async fn a_client_whose_routes_all_have_credentials_needs_none() {
    let own = served(GatewayConfig::default());
    let config = Config { api_key: None.into(), ..with_routes(&own, vec![route("only", &own)]) };
    let client = Client::new(config).unwrap();
    assert_eq!(client.chat(&request()).await.unwrap().meta.route.as_deref(), Some("only"));
    let without = ChatRequest { routes: Some(Vec::new()), ..request() };
    assert_eq!(refused(client.chat(&without).await, ErrorKind::Configuration), "credentials");
}

#[tokio::test]
async fn routes_of_a_call_keep_their_tokens_from_call_to_call() {
    let own = served(serde_json::from_value(json!({"client_id": "client", "client_secret": "secret"})).unwrap());
    let minted = Route {
        name: "minted".into(),
        gateway_base_url: own.gateway.url().into(),
        client_id: "client".into(),
        client_secret: "secret".into(),
        ..Route::default()
    };
    let client = Client::new(config_for("http://127.0.0.1:1")).unwrap();
    for _ in 0..3 {
        let request = ChatRequest { routes: Some(vec![minted.clone()]), ..request() };
        client.chat(&request).await.unwrap();
    }
    assert_eq!(own.gateway.token_requests().len(), 1);
}

#[tokio::test]
async fn what_a_route_cannot_be() {
    let own = served(GatewayConfig::default());
    let good = || route("a", &own);
    let cases = [
        (vec![Route { name: String::new(), ..good() }], "routes[0].name"),
        (vec![good(), good()], "routes[1].name"),
        (vec![Route { gateway_base_url: "127.0.0.1:80".into(), ..good() }], "routes[0].gateway_base_url"),
        (vec![Route { gateway_base_url: "ftp://a".into(), ..good() }], "routes[0].gateway_base_url"),
        (vec![Route { model: " ".into(), ..good() }], "routes[0].model"),
        (vec![Route { api_key: "a\nb".into(), ..good() }], "routes[0].api_key"),
        (vec![Route { client_id: "c".into(), client_secret: "s".into(), ..good() }], "routes[0].api_key"),
        (vec![Route { api_key: None.into(), client_secret: "s".into(), ..good() }], "routes[0].client_id"),
        (vec![Route { api_key: None.into(), client_id: "c".into(), ..good() }], "routes[0].client_secret"),
    ];
    let client = Client::new(config(&own)).unwrap();
    for (routes, field) in cases {
        let of_call = ChatRequest { routes: Some(routes.clone()), ..request() };
        assert_eq!(refused(client.chat(&of_call).await, ErrorKind::InvalidRequest), field);
        assert_eq!(refused(Client::new(with_routes(&own, routes)), ErrorKind::Configuration), field);
    }
    assert!(own.gateway.requests().is_empty());
}

#[tokio::test]
async fn a_request_names_no_model_only_if_every_route_does() {
    let own = served(GatewayConfig::default());
    let named = Route { model: "count-to-20".into(), ..route("named", &own) };
    let request = ChatRequest { model: String::new(), routes: Some(vec![named.clone()]), ..request() };
    let client = Client::new(config(&own)).unwrap();
    assert_eq!(client.chat(&request).await.unwrap().model.as_deref(), Some("count-to-20"));
    let request = ChatRequest { routes: Some(vec![named, route("unnamed", &own)]), ..request };
    assert_eq!(refused(client.chat(&request).await, ErrorKind::InvalidRequest), "model");
}

#[tokio::test]
async fn a_kept_connection_follows_its_turns_to_another_route() {
    let (first, second) = (served(GatewayConfig::default()), served(GatewayConfig::default()));
    let overloaded = json!({"json": {"type": "error", "error": {"code": "overloaded_error", "message": "busy"}}});
    steps(&first, json!([{ "websocket": [overloaded] }]));
    let client = Client::new(with_routes(&first, vec![route("first", &first), route("second", &second)])).unwrap();
    let connection = client.response_connection().await.unwrap();
    let response = connection.response(&response_request()).await.unwrap();
    assert_eq!(response.meta.route.as_deref(), Some("second"));
    assert_eq!(connection.response(&response_request()).await.unwrap().meta.route.as_deref(), Some("first"));
    assert_eq!((first.gateway.connections(), second.gateway.connections()), (2, 1));
    let mut alone = client.response_stream(&over_websocket()).await.unwrap();
    assert_eq!(alone.final_response().await.unwrap().meta.route.as_deref(), Some("first"));
}
