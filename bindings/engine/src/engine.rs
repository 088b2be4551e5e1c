//! A client's engine as foreign languages hold it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axonium::engine::{self, Operation, Record};
use axonium::{Error, ErrorKind};
use bytes::Bytes;
use serde_json::json;

use crate::call::Call;
use crate::control::{read_config, read_options, write, write_error};
use crate::table::Table;
use crate::{Batch, CallId, End, HandleError, Ready, runtime};

/// One client's engine. Shut down when dropped.
pub struct Engine {
    core: engine::Engine,
    calls: Arc<Table<Call>>,
    process: u32,
    stopped: AtomicBool,
}

impl Engine {
    /// Builds an engine from a Config JSON. Nothing is connected and no thread is started yet.
    ///
    /// # Errors
    /// The Failed JSON of a Configuration error.
    pub fn new(config: &[u8]) -> Result<Self, Bytes> {
        let core = read_config(config).and_then(engine::Engine::new).map_err(|error| write_error(&error))?;
        let process = std::process::id();
        Ok(Self { core, calls: Arc::new(Table::new()), process, stopped: AtomicBool::new(false) })
    }

    /// Starts a call and returns at once. Whatever is wrong with it is the call's own end.
    ///
    /// # Errors
    /// [`HandleError::Forked`] in a forked child.
    pub fn start(&self, operation: &str, body: Bytes, options: &[u8]) -> Result<CallId, HandleError> {
        self.start_call(operation, body, options, None)
    }

    /// Starts a call that `ready` lists whenever it has something for [`Engine::try_pull`].
    ///
    /// # Errors
    /// [`HandleError::Forked`] in a forked child.
    pub fn start_ready(
        &self,
        operation: &str,
        body: Bytes,
        options: &[u8],
        ready: &Arc<Ready>,
    ) -> Result<CallId, HandleError> {
        self.start_call(operation, body, options, Some(Arc::clone(ready)))
    }

    fn start_call(
        &self,
        operation: &str,
        body: Bytes,
        options: &[u8],
        ready: Option<Arc<Ready>>,
    ) -> Result<CallId, HandleError> {
        self.check_process()?;
        let record = Record::new(self.core.clock().clone());
        let mut outlet = None;
        let (id, call) = self.calls.insert_with(|id| {
            let (call, its_outlet) = Call::new(id, record, ready);
            outlet = Some(its_outlet);
            call
        });
        match (self.prepare(operation, body, options), outlet) {
            (Ok(prepared), Some(outlet)) => {
                let work = self.core.run(prepared, Arc::clone(&call.record), outlet);
                runtime::handle().spawn(call.run(work));
            }
            (Err(error), outlet) => {
                drop(outlet);
                call.finish(End::Failed(write_error(&error)));
            }
            (Ok(_), None) => {}
        }
        Ok(id)
    }

    fn prepare(&self, operation: &str, body: Bytes, options: &[u8]) -> Result<engine::Call, Error> {
        if self.stopped.load(Ordering::Acquire) {
            let message = "is closed; make a new one to go on";
            return Err(Error::refused(ErrorKind::Configuration, "client", message));
        }
        let known = Operation::from_name(operation).ok_or_else(|| {
            Error::refused(ErrorKind::InvalidRequest, "operation", format!("{operation} is not known to this version"))
        })?;
        self.core.prepare(known, body, &read_options(options)?)
    }

    /// Waits for something of `call`, then takes all that is ready: at most `max_items` items, and no further item once
    /// `max_bytes` bytes are reached. Can be dropped at any time without losing anything.
    ///
    /// # Errors
    /// [`HandleError::Unknown`] for an id that is closed or foreign.
    pub fn pull(
        &self,
        call: CallId,
        max_items: usize,
        max_bytes: usize,
    ) -> Result<impl Future<Output = Batch> + Send + 'static, HandleError> {
        let call = self.call(call)?;
        Ok(async move { call.pull(max_items, max_bytes).await })
    }

    /// [`Engine::pull`] for a thread that may block, for at most `timeout`: then the batch is empty. Not to be called
    /// from within an asynchronous task.
    ///
    /// # Errors
    /// [`HandleError::Unknown`] for an id that is closed or foreign.
    pub fn pull_blocking(
        &self,
        call: CallId,
        max_items: usize,
        max_bytes: usize,
        timeout: Duration,
    ) -> Result<Batch, HandleError> {
        let call = self.call(call)?;
        let pulled = async move { tokio::time::timeout(timeout, call.pull(max_items, max_bytes)).await };
        Ok(runtime::handle().block_on(pulled).unwrap_or_default())
    }

    /// Takes what is ready of `call`, which may be nothing.
    ///
    /// # Errors
    /// [`HandleError::Unknown`] for an id that is closed or foreign.
    pub fn try_pull(&self, call: CallId, max_items: usize, max_bytes: usize) -> Result<Batch, HandleError> {
        Ok(self.call(call)?.try_pull(max_items, max_bytes))
    }

    /// Ends `call` now, also out of a wait. Its end will be Failed with kind `Cancelled`, unless it had ended already.
    ///
    /// # Errors
    /// [`HandleError::Unknown`] for an id that is closed or foreign.
    pub fn cancel(&self, call: CallId) -> Result<(), HandleError> {
        self.call(call)?.cancel();
        Ok(())
    }

    /// Frees the id; a call that still runs is cancelled. Closing twice does nothing.
    pub fn close(&self, call: CallId) {
        // In a forked child a lock may be held by a thread that does not exist there.
        if self.check_process().is_err() {
            return;
        }
        if let Some(call) = self.calls.remove(call) {
            call.cancel();
        }
    }

    /// The Snapshot JSON of `call`.
    ///
    /// # Errors
    /// [`HandleError::Unknown`] for an id that is closed or foreign.
    pub fn snapshot(&self, call: CallId) -> Result<Bytes, HandleError> {
        Ok(write(&engine::snapshot(&self.call(call)?.record)))
    }

    /// Answers a token notice with a token, or with why there is none. `false` if nobody waits for it any more.
    ///
    /// # Errors
    /// [`HandleError::Unknown`] for an id that is closed or foreign.
    pub fn answer_token(&self, call: CallId, ticket: u64, answer: Result<String, String>) -> Result<bool, HandleError> {
        Ok(self.call(call)?.answer_token(ticket, answer))
    }

    /// Cancels every call and refuses new ones. Ends can still be pulled.
    pub fn shutdown(&self) {
        if self.check_process().is_err() {
            return;
        }
        self.stopped.store(true, Ordering::Release);
        for call in self.calls.values() {
            call.cancel();
        }
        self.core.disconnect_all();
    }

    /// `{"open_calls": n}`: calls that are not closed yet.
    #[must_use]
    pub fn stats(&self) -> Bytes {
        let open_calls = self.check_process().map_or(0, |()| self.calls.len());
        Bytes::from(json!({"open_calls": open_calls}).to_string())
    }

    /// The circuit breakers that this engine knows, a JSON list.
    #[must_use]
    pub fn circuits(&self) -> Bytes {
        // In a forked child a lock may be held by a thread that does not exist there.
        let circuits = self.check_process().map_or_else(|_| Vec::new(), |()| self.core.circuits());
        write(&circuits)
    }

    fn call(&self, call: CallId) -> Result<Arc<Call>, HandleError> {
        self.check_process()?;
        self.calls.get(call).ok_or(HandleError::Unknown)
    }

    fn check_process(&self) -> Result<(), HandleError> {
        if std::process::id() == self.process { Ok(()) } else { Err(HandleError::Forked) }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if self.check_process().is_ok() {
            self.shutdown();
        } else {
            // In a forked child the threads of the parent do not exist, and locks that they held are held for ever:
            // nothing of theirs may be touched, so nothing of it is dropped.
            std::mem::forget((self.core.clone(), Arc::clone(&self.calls)));
        }
    }
}
