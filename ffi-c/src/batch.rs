//! A batch in one allocation: records first, then the bytes they point to. One crossing, one copy, one free.

use std::mem::{align_of, size_of};

use axonium_bridge::{Batch, End};

use crate::memory::{ALIGNMENT, AxBuffer, AxBytes};

/// The stream's server accepted it; the bytes are its meta so far, JSON. Once, before the first item.
pub const AX_PART_OPENED: u32 = 1;
/// Something to tell the caller about while the call runs, JSON.
pub const AX_PART_NOTICE: u32 = 2;
/// The body of a unary call, or the data of one event of a stream.
pub const AX_PART_ITEM: u32 = 3;
/// The call succeeded; the bytes are its done JSON. Always last.
pub const AX_PART_DONE: u32 = 4;
/// The call failed; the bytes are its error JSON. Always last.
pub const AX_PART_FAILED: u32 = 5;

/// One part of a batch.
#[repr(C)]
#[derive(Debug)]
pub struct AxPart {
    /// One of the `AX_PART_…` constants.
    pub kind: u32,
    /// Points into the batch's buffer, and is not freed by itself.
    pub bytes: AxBytes,
}

/// What one pull took, in order. Free `buffer` with `ax_buffer_free`; `parts` and their bytes lie in it. An empty batch
/// has `count` 0 and an empty buffer.
#[repr(C)]
#[derive(Debug)]
pub struct AxBatch {
    /// The parts.
    pub parts: *const AxPart,
    /// How many parts.
    pub count: usize,
    /// What holds them.
    pub buffer: AxBuffer,
}

const _: () = assert!(align_of::<AxPart>() <= ALIGNMENT);

impl AxBatch {
    #[expect(clippy::cast_ptr_alignment, reason = "every allocation is aligned for records")]
    pub(crate) fn pack(batch: &Batch) -> Self {
        let parts = parts(batch);
        let records = parts.len() * size_of::<AxPart>();
        let bytes: usize = parts.iter().map(|(_, bytes)| bytes.len()).sum();
        let mut buffer = AxBuffer::with_capacity(records + bytes);
        let table = buffer.ptr.cast::<AxPart>();
        buffer.len = records;
        for (index, (kind, bytes)) in parts.iter().enumerate() {
            let bytes = AxBytes { ptr: buffer.push(bytes), len: bytes.len() };
            // SAFETY: the allocation begins with room for every record, aligned for them, and `index` is one of them.
            unsafe { table.add(index).write(AxPart { kind: *kind, bytes }) };
        }
        Self { parts: table, count: parts.len(), buffer }
    }
}

fn parts(batch: &Batch) -> Vec<(u32, &[u8])> {
    let opened = batch.opened.iter().map(|meta| (AX_PART_OPENED, meta.as_ref()));
    let notices = batch.notices.iter().map(|notice| (AX_PART_NOTICE, notice.as_ref()));
    let items = batch.items.iter().map(|item| (AX_PART_ITEM, item.as_ref()));
    let end = batch.end.iter().map(|end| match end {
        End::Done(done) => (AX_PART_DONE, done.as_ref()),
        End::Failed(failed) => (AX_PART_FAILED, failed.as_ref()),
    });
    opened.chain(notices).chain(items).chain(end).collect()
}
