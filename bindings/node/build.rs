//! Builds the node addon.
fn main() {
    napi_build::setup();
}
