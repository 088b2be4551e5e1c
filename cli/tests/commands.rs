//! The program itself.

mod common;

use common::{Result, assert_refused, program};

#[test]
fn a_command_that_is_missing_or_unknown_is_refused() -> Result {
    assert_refused(&[], &["command is missing", "serve"])?;
    assert_refused(&["sing"], &["sing", "serve"])?;
    assert_refused(&["--colour"], &["--colour"])
}

#[test]
fn help_lists_the_commands() -> Result {
    for help in ["--help", "-h"] {
        let shown = program(&[help]).output()?;
        assert!(shown.status.success() && String::from_utf8(shown.stdout)?.contains("serve"), "{help}");
    }
    Ok(())
}
