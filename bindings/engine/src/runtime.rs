//! The one tokio runtime of this process.

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use tokio::runtime::{Builder, Handle, Runtime};

const WORKERS: usize = 2;

struct Current {
    process: u32,
    runtime: Runtime,
}

static CURRENT: AtomicPtr<Current> = AtomicPtr::new(ptr::null_mut());

/// A handle to the runtime, which is built when first asked for, and anew in a forked child: threads do not survive a
/// fork. The parent's runtime is left alone there, since its locks may be held by threads that no longer exist.
pub(crate) fn handle() -> Handle {
    current().runtime.handle().clone()
}

/// Runs `task` on the bridge's runtime, for languages whose promises are settled from there. A task must not block.
pub fn spawn(task: impl Future<Output = ()> + Send + 'static) {
    handle().spawn(task);
}

fn current() -> &'static Current {
    let process = std::process::id();
    let seen = CURRENT.load(Ordering::Acquire);
    // SAFETY: a non-null pointer comes from `Box::into_raw` below and is never freed.
    if let Some(current) = unsafe { seen.as_ref() }
        && current.process == process
    {
        return current;
    }
    let built = Box::into_raw(Box::new(Current { process, runtime: build() }));
    if CURRENT.compare_exchange(seen, built, Ordering::AcqRel, Ordering::Acquire).is_ok() {
        // SAFETY: just made by `Box::into_raw`, and from now on never freed.
        return unsafe { &*built };
    }
    // Another thread was faster: its runtime serves, ours is taken down again.
    // SAFETY: `built` was not published, so this is the only pointer to it.
    let loser = unsafe { Box::from_raw(built) };
    loser.runtime.shutdown_background();
    current()
}

fn build() -> Runtime {
    let built = Builder::new_multi_thread()
        .worker_threads(WORKERS)
        .thread_name("axonium")
        .on_thread_start(block_broken_pipes)
        .enable_io()
        .enable_time()
        .build();
    // Without threads nothing can be sent: the process is out of resources, and each entry's guard reports the panic.
    #[allow(clippy::expect_used, reason = "no call can be made, and every entry point turns a panic into an error")]
    built.expect("the operating system refuses new threads")
}

/// Makes a write to a connection that its peer has closed an error on this thread, and not a signal: by default the signal
/// ends the process, and a Go program cannot even ignore it on a thread that is not Go's.
fn block_broken_pipes() {
    #[cfg(unix)]
    {
        let mut signals = std::mem::MaybeUninit::<libc::sigset_t>::zeroed();
        // SAFETY: `signals` is a valid place for a set, which `sigemptyset` initialises before it is used, and the mask
        // of this thread alone is changed.
        unsafe {
            libc::sigemptyset(signals.as_mut_ptr());
            libc::sigaddset(signals.as_mut_ptr(), libc::SIGPIPE);
            libc::pthread_sigmask(libc::SIG_BLOCK, signals.as_ptr(), ptr::null_mut());
        }
    }
}
