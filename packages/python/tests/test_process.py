"""The process around the client: import, signals, fork, threads, the end of the interpreter."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import requires

import pytest
from support import MODEL, user

import axonium
from axonium import Axonium
from axonium.testing import Gateway


def python(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a program in an interpreter of its own."""
    return subprocess.run(
        [sys.executable, "-X", "dev", "-W", "error", "-c", textwrap.dedent(program)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def clean(done: subprocess.CompletedProcess[str]) -> str:
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


def test_import_starts_nothing_and_reads_no_environment() -> None:
    program = """
        import os, threading
        tasks = "/proc/self/task"
        before = len(os.listdir(tasks)) if os.path.exists(tasks) else 1
        import axonium, axonium.testing
        after = len(os.listdir(tasks)) if os.path.exists(tasks) else threading.active_count()
        assert before == after, (before, after)
        os.environ["AXONIUM_GATEWAY_BASE_URL"] = "no-scheme"
        try:
            axonium.Axonium(api_key="k")
        except axonium.ConfigurationError as error:
            print(error.field)
    """
    assert clean(python(program, AXONIUM_GATEWAY_BASE_URL="also wrong")) == "gateway_base_url"


def test_msgspec_is_all_it_needs() -> None:
    needed = requires("axonium") or []
    assert [requirement.partition(">")[0] for requirement in needed] == ["msgspec"]
    program = """
        import sys
        sys.modules["typing_extensions"] = None  # Importing it fails.
        import axonium, axonium.testing
        with axonium.testing.Gateway() as gateway, gateway.client() as client:
            print(len(client.models.list()))
    """
    assert clean(python(program)) == "2"


def test_an_import_is_light() -> None:
    program = """
        import sys
        import axonium
        heavy = {"pydantic", "httpx", "requests", "http.client", "email"}
        print(sorted(heavy & set(sys.modules)))
    """
    assert clean(python(program)) == "[]"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(
    "call",
    [
        'client.chat.completions.create(model="qwen3-0.6b", messages=[{"role": "user", "content": "hi"}])',
        'client.responses.stream(model="qwen3-0.6b", input="hi", transport="websocket").final()',
        'client.responses.connect().create(model="qwen3-0.6b", input="hi")',
    ],
)
def test_ctrl_c_ends_a_blocking_call(call: str) -> None:
    program = f"""
        import os, signal, threading, time
        from axonium.testing import Gateway
        with Gateway() as gateway, gateway.client(api_key="test") as client:
            gateway.script([{{"gateway": True, "hang": True}}])
            pressed = []
            def press():
                while not gateway.requests:
                    pass
                pressed.append(time.monotonic())
                os.kill(os.getpid(), signal.SIGINT)
            threading.Thread(target=press).start()
            try:
                {call}
            except KeyboardInterrupt:
                took = time.monotonic() - pressed[0]
                print("within" if took < 1 else took)
            again = client.chat.completions.create(
                model="qwen3-0.6b", messages=[{{"role": "user", "content": "still works"}}])
            print(again.content)
    """
    assert clean(python(program)).split("\n") == ["within", "still works"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork of POSIX")
def test_after_a_fork_the_old_client_says_so_and_a_new_one_works() -> None:
    program = """
        import os, sys
        from axonium import ConfigurationError
        from axonium.testing import Gateway
        messages = [{"role": "user", "content": "hi"}]
        with Gateway() as gateway:
            client = gateway.client(api_key="test")
            client.chat.completions.create(model="qwen3-0.6b", messages=messages)
            stream = client.chat.completions.stream(model="qwen3-0.6b", messages=messages)
            connection = client.responses.connect()
            child = os.fork()
            if child == 0:
                from axonium.testing import virtual_client
                try:
                    client.chat.completions.create(model="qwen3-0.6b", messages=messages)
                except ConfigurationError as error:
                    assert "fork" in str(error) and "new client" in str(error), str(error)
                else:
                    os._exit(2)
                stream.close()
                connection.close()
                del stream, connection
                with virtual_client(gateway_base_url=gateway.url, api_key="test") as fresh:
                    answer = fresh.chat.completions.create(model="qwen3-0.6b", messages=messages)
                os._exit(0 if answer.content == "hi" else 3)
            _, status = os.waitpid(child, 0)
            assert os.waitstatus_to_exitcode(status) == 0, status
            assert stream.final().content == "hi"
            assert connection.create(model="qwen3-0.6b", input="hi").output_text == "hi"
            assert gateway.connections == 1
            print(client.chat.completions.create(model="qwen3-0.6b", messages=messages).content)
    """
    done = python(program)
    # Python 3.12 and later warn of a fork beside threads, which is the point here.
    assert done.stdout.strip() == "hi", done.stderr
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "stream",
    [
        'client.chat.completions.stream(model="m", messages=[{"role": "user", "content": "a b c d"}])',
        'connection.stream(model="m", input="a b c d")',
    ],
)
def test_an_interpreter_ends_with_a_stream_unread_and_a_client_open(stream: str) -> None:
    program = f"""
        from axonium.testing import Gateway
        gateway = Gateway(clock="real", models=[{{"id": "m", "words_per_second": 5}}])
        client = gateway.client(api_key="test")
        connection = client.responses.connect()
        stream = {stream}
        next(stream)
        print("bye")
    """
    assert clean(python(program)) == "bye"


def test_an_interpreter_ends_in_the_middle_of_an_asynchronous_call() -> None:
    program = """
        import asyncio
        from axonium.testing import Gateway
        gateway = Gateway()
        gateway.script([{"hang": True}])
        client = gateway.async_client(api_key="test")
        async def main():
            call = client.chat.completions.create(model="m", messages=[{"role": "user", "content": "hi"}])
            task = asyncio.create_task(call)
            while not gateway.requests:
                await asyncio.sleep(0)
        asyncio.run(main())
        print("bye")
    """
    assert clean(python(program)) == "bye"


def test_one_client_in_many_threads(client: Axonium) -> None:
    def ask(number: int) -> str | None:
        return client.chat.completions.create(model=MODEL, messages=user(f"thread {number}")).content

    with ThreadPoolExecutor(64) as pool:
        assert list(pool.map(ask, range(64))) == [f"thread {number}" for number in range(64)]


def test_a_waiting_call_does_not_hold_up_the_others(gateway: Gateway, client: Axonium) -> None:
    def ask() -> str | None:
        return client.chat.completions.create(model=MODEL, messages=user("hi")).content

    gateway.script([{"hang": True}])
    with ThreadPoolExecutor(1) as pool:
        hanging = pool.submit(ask)
        while not gateway.requests:
            pass
        assert ask() == "hi"
        client.close()
        with pytest.raises(axonium.CancelledError):
            hanging.result(timeout=10)


def test_a_closed_client_says_so(gateway: Gateway) -> None:
    client = gateway.client(api_key="test")
    client.close()
    client.close()
    with pytest.raises(axonium.AxoniumError, match="closed"):
        client.models.list()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_handler_s_exception_comes_out_of_the_call(gateway: Gateway, client: Axonium) -> None:
    class Alarm(Exception):
        pass

    def ring(_: int, __: object) -> None:
        raise Alarm

    def ring_during_the_call() -> None:
        while not gateway.requests:
            pass
        os.kill(os.getpid(), signal.SIGALRM)

    gateway.script([{"hang": True}])
    before = signal.signal(signal.SIGALRM, ring)
    with ThreadPoolExecutor(1) as pool:
        rung = pool.submit(ring_during_the_call)
        with pytest.raises(Alarm):
            client.chat.completions.create(model=MODEL, messages=user("hi"))
        rung.result()
    signal.signal(signal.SIGALRM, before)
