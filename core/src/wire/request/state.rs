//! Does a request name something that only the server it was made on knows?

use memchr::memmem;

/// Members and values of requests that stand for such things: uploaded files, vector stores, containers, earlier items.
const IDS: [&[u8]; 7] = [
    b"\"container_id\"",
    b"\"file_id\"",
    b"\"file_ids\"",
    b"\"item_reference\"",
    b"\"prompt_id\"",
    b"\"vector_store_id\"",
    b"\"vector_store_ids\"",
];

/// Looked for with their quotes, so that no text a user wrote can be taken for one: inside a text quotes are escaped.
pub(super) fn names_what_only_its_origin_knows(body: &[u8]) -> bool {
    IDS.iter().any(|id| memmem::find(body, id).is_some())
}
