//! Bytes across the boundary: borrowed on the way in, owned on the way out.

use std::alloc::{Layout, alloc, dealloc};
use std::ptr;

use crate::guard::{AxStatus, Refusal, guard};

/// Bytes lent to a function until it returns. Text is UTF-8; nothing ends with a NUL. `ptr` may be null if `len` is 0.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AxBytes {
    /// Where they begin.
    pub ptr: *const u8,
    /// How many.
    pub len: usize,
}

/// Bytes given to the caller, to be freed once with `ax_buffer_free` and by nothing else. An empty buffer has a null
/// `ptr`; freeing it does nothing.
#[repr(C)]
#[derive(Debug)]
pub struct AxBuffer {
    /// Where they begin.
    pub ptr: *mut u8,
    /// How many.
    pub len: usize,
    /// Belongs to the library.
    pub cap: usize,
}

/// Every allocation that is handed out is aligned for the records of a batch.
pub(crate) const ALIGNMENT: usize = align_of::<u64>();

impl AxBytes {
    /// The bytes, for as long as the entry runs.
    ///
    /// # Safety
    ///
    /// `ptr` must point to `len` bytes that stay valid and unchanged for `'a`.
    pub(crate) unsafe fn get<'a>(self) -> Result<&'a [u8], Refusal> {
        if self.len == 0 {
            return Ok(&[]);
        }
        if self.ptr.is_null() || self.len > isize::MAX.unsigned_abs() {
            return Err(Refusal::Argument);
        }
        // SAFETY: not null, and the caller promises `len` valid bytes for `'a`.
        Ok(unsafe { std::slice::from_raw_parts(self.ptr, self.len) })
    }

    /// The bytes as text.
    ///
    /// # Safety
    ///
    /// As for [`AxBytes::get`].
    pub(crate) unsafe fn text<'a>(self) -> Result<&'a str, Refusal> {
        // SAFETY: the caller's promise is passed on.
        let bytes = unsafe { self.get() }?;
        std::str::from_utf8(bytes).map_err(|_| Refusal::Argument)
    }
}

impl AxBuffer {
    pub(crate) const EMPTY: Self = Self { ptr: ptr::null_mut(), len: 0, cap: 0 };

    /// An uninitialised allocation of `cap` bytes with nothing in it yet.
    pub(crate) fn with_capacity(cap: usize) -> Self {
        let Ok(layout) = Layout::from_size_align(cap, ALIGNMENT) else { return Self::EMPTY };
        if cap == 0 {
            return Self::EMPTY;
        }
        // SAFETY: the layout's size is not zero.
        let ptr = unsafe { alloc(layout) };
        if ptr.is_null() {
            std::alloc::handle_alloc_error(layout);
        }
        Self { ptr, len: 0, cap }
    }

    /// Appends a copy of `bytes` and returns where it begins.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> *const u8 {
        assert!(bytes.len() <= self.cap - self.len, "the buffer was measured before it was filled");
        if bytes.is_empty() {
            return self.ptr;
        }
        // SAFETY: the allocation has `cap` bytes, of which the assertion leaves room for these after `len`.
        let start = unsafe { self.ptr.add(self.len) };
        // SAFETY: `start` has room for `bytes.len()` bytes, and a fresh allocation overlaps nothing.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), start, bytes.len()) };
        self.len += bytes.len();
        start
    }

    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut buffer = Self::with_capacity(bytes.len());
        buffer.push(bytes);
        buffer
    }
}

/// Writes a result where the caller wants it.
///
/// # Safety
///
/// `target` must be null or valid for one write.
pub(crate) unsafe fn put<T>(target: *mut T, value: T) -> Result<(), Refusal> {
    if target.is_null() {
        return Err(Refusal::Argument);
    }
    // SAFETY: not null, and the caller promises that a write is valid.
    unsafe { target.write(value) };
    Ok(())
}

/// Frees what a function gave out. Each buffer once; a batch by its `buffer`.
///
/// # Safety
///
/// `buffer` must be as the library wrote it, and not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ax_buffer_free(buffer: AxBuffer) -> AxStatus {
    guard(|| {
        if buffer.ptr.is_null() {
            return Ok(());
        }
        let layout = Layout::from_size_align(buffer.cap, ALIGNMENT).map_err(|_| Refusal::Argument)?;
        // SAFETY: every buffer comes from `with_capacity` with this layout, and the caller frees it once.
        unsafe { dealloc(buffer.ptr, layout) };
        Ok(())
    })
}
