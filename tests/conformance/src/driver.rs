//! One driver process: started once, spoken to in lines, replaced when it dies or does not answer.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// How long a driver may take to come up; a first start may compile it.
const START_LIMIT: Duration = Duration::from_mins(15);
/// How much of a driver's standard error is kept for a report.
const STDERR_LINES: usize = 40;

/// A driver's program and its running process, if it has one.
#[derive(Debug)]
pub struct Driver {
    program: PathBuf,
    arguments: Vec<String>,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    child: Child,
    stdin: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
    stderr: Stderr,
}

/// The last lines of a driver's standard error, and the task that keeps them.
#[derive(Debug)]
struct Stderr {
    kept: Arc<Mutex<VecDeque<String>>>,
    reader: JoinHandle<()>,
}

impl Driver {
    /// A driver that is not running yet.
    #[must_use]
    pub fn new(program: PathBuf, arguments: Vec<String>) -> Self {
        Self { program, arguments, running: None }
    }

    /// Starts the process and waits until it answers a job without calls.
    pub async fn start(&mut self) -> Result<(), String> {
        let mut running = self.spawn()?;
        let hello = json!({"id": "hello", "base_url": "http://127.0.0.1:9", "clock": "virtual",
            "client": {"api_key": "hello", "cooldown_group": "hello"}, "calls": [], "parallel": false});
        match running.exchange(&hello, START_LIMIT).await {
            Ok(_) => {
                self.running = Some(running);
                Ok(())
            }
            Err(problem) => Err(format!("did not start: {}", running.end(&problem).await)),
        }
    }

    /// Hands over one job and returns its answer. A driver that fails at it is ended; the next job starts a new one.
    pub async fn play(&mut self, job: &Value, limit: Duration) -> Result<Value, String> {
        if self.running.is_none() {
            self.start().await?;
        }
        let Some(mut running) = self.running.take() else { return Err("is not running".to_owned()) };
        match running.exchange(job, limit).await {
            Ok(answer) => {
                self.running = Some(running);
                Ok(answer)
            }
            Err(problem) => Err(running.end(&problem).await),
        }
    }

    /// Closes the driver's input and waits for it to leave by itself with success.
    pub async fn finish(&mut self) -> Result<(), String> {
        let Some(mut running) = self.running.take() else { return Ok(()) };
        drop(running.stdin);
        match timeout(Duration::from_secs(10), running.child.wait()).await {
            Ok(Ok(status)) if status.success() => Ok(()),
            Ok(Ok(status)) => Err(format!("left with {status} at the end of its input{}", running.stderr.tail().await)),
            Ok(Err(error)) => Err(format!("could not be waited for: {error}")),
            Err(_) => {
                kill(&mut running.child).await;
                Err(format!("did not leave at the end of its input{}", running.stderr.tail().await))
            }
        }
    }

    fn spawn(&self) -> Result<Running, String> {
        let program = self.program.display();
        let mut child = Command::new(&self.program)
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Its own group, so that whatever the script starts ends with it.
            .process_group(0)
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| format!("cannot start {program}: {error}; build it, or leave it out with --lang"))?;
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(format!("{program} has no standard streams"));
        };
        let kept = Arc::new(Mutex::new(VecDeque::new()));
        let reader = tokio::spawn(keep_tail(BufReader::new(stderr).lines(), Arc::clone(&kept)));
        Ok(Running { child, stdin, lines: BufReader::new(stdout).lines(), stderr: Stderr { kept, reader } })
    }
}

impl Running {
    async fn exchange(&mut self, job: &Value, limit: Duration) -> Result<Value, String> {
        let line = format!("{job}\n");
        let answer = timeout(limit, async {
            self.stdin.write_all(line.as_bytes()).await?;
            self.stdin.flush().await?;
            self.lines.next_line().await
        });
        let line = match answer.await {
            Err(_) => return Err(format!("no answer within {limit:?}")),
            Ok(Err(error)) => return Err(format!("cannot be spoken to: {error}")),
            Ok(Ok(None)) => return Err("died".to_owned()),
            Ok(Ok(Some(line))) => line,
        };
        let answer: Value =
            serde_json::from_str(&line).map_err(|error| format!("answered no JSON ({error}): {}", excerpt(&line)))?;
        if answer.get("id") != job.get("id") {
            return Err(format!("answered another job: {}", excerpt(&line)));
        }
        Ok(answer)
    }

    /// Kills what is left of the process, and says what it wrote to standard error.
    async fn end(mut self, problem: &str) -> String {
        kill(&mut self.child).await;
        format!("{problem}{}", self.stderr.tail().await)
    }
}

async fn kill(child: &mut Child) {
    let group = child.id().and_then(|id| i32::try_from(id).ok()).and_then(rustix::process::Pid::from_raw);
    if let Some(group) = group {
        // The group may be gone already; waiting for the child below is what counts.
        let _gone = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _status = child.wait().await;
}

async fn keep_tail(mut lines: Lines<BufReader<tokio::process::ChildStderr>>, kept: Arc<Mutex<VecDeque<String>>>) {
    while let Ok(Some(line)) = lines.next_line().await {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == STDERR_LINES {
            kept.pop_front();
        }
        kept.push_back(line);
    }
}

impl Stderr {
    /// What a process that has ended wrote last, ready to be appended to a problem.
    async fn tail(&mut self) -> String {
        // A grandchild may hold the pipe open, so the end of the stream is not waited for without a limit.
        let _drained = timeout(Duration::from_secs(1), &mut self.reader).await;
        let mut lines = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.is_empty() {
            return String::new();
        }
        let text: Vec<String> = lines.drain(..).map(|line| format!("    | {line}")).collect();
        format!("; its standard error ends with:\n{}", text.join("\n"))
    }
}

fn excerpt(line: &str) -> String {
    line.chars().take(200).collect()
}
