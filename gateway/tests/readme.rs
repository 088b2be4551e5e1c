//! README.md says what there is: every key is in it, and its examples are accepted.

mod support;

use axonium_gateway::{BreakerConfig, GatewayConfig, ModelConfig, Step};
use serde_json::{Value, json};
use support::{Result, start};

const README: &str = include_str!("../README.md");

fn examples() -> Result<Vec<Value>> {
    let blocks = README.split("```json\n").skip(1).filter_map(|block| block.split("```").next());
    Ok(blocks.map(serde_json::from_str).collect::<Result<_, _>>()?)
}

#[test]
fn every_key_is_explained() {
    let defaults = [
        json!(GatewayConfig::default()),
        json!(ModelConfig::default()),
        json!(BreakerConfig::default()),
        json!(Step::default()),
    ];
    for key in defaults.iter().filter_map(Value::as_object).flat_map(|keys| keys.keys()) {
        let named = [format!("`{key}`"), format!("`{key}:"), format!("\"{key}\"")];
        assert!(named.iter().any(|name| README.contains(name)), "README.md does not explain {key}");
    }
}

#[tokio::test]
async fn every_example_is_accepted() -> Result {
    let examples = examples()?;
    let (steps, configurations): (Vec<_>, Vec<_>) = examples.into_iter().partition(Value::is_array);
    assert_eq!((steps.len(), configurations.len()), (3, 1));
    for configuration in configurations {
        start(configuration)?;
    }
    let gateway = start(json!({}))?;
    for steps in steps {
        gateway.control("script", steps)?;
    }
    Ok(())
}

#[tokio::test]
async fn every_command_in_it_is_known() -> Result {
    let table = README.split("## Commands").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap_or_default();
    let commands: Vec<&str> = table.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    assert_eq!(commands.len(), 8);
    let gateway = start(json!({}))?;
    for command in commands {
        let answer = gateway.control(command, Value::Null);
        assert!(answer.is_ok() || answer.is_err_and(|error| !error.to_string().contains("unknown")), "{command}");
    }
    Ok(())
}
