"""Tests of tools/serve.py: its responses, and its message about an invalid port."""

import http.client
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from sphinx_piquet.content_security_policy import POLICY

TOOLS = Path(__file__).parents[1] / "tools"
sys.path.append(str(TOOLS))

from serve import REPORTS, main, make_server  # noqa: E402 - found through the line above


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[str, int]]:
    """Serve a site of one page, with its own 404 page, and two more folders."""
    (tmp_path / "index.html").write_text("first page", "utf-8")
    (tmp_path / "404.html").write_text("no page here", "utf-8")
    (tmp_path / "with").mkdir()
    (tmp_path / "with" / "index.html").write_text("second page", "utf-8")
    (tmp_path / "without").mkdir()
    (tmp_path / "without" / "secret.txt").write_text("", "utf-8")
    with make_server(tmp_path) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield str(server.server_address[0]), int(server.server_address[1])
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("path", "status", "body"),
    [
        ("/", 200, "first page"),
        ("/with/", 200, "second page"),
        ("/without/", 404, "no page here"),  # its files are not listed
        ("/nowhere.html", 404, "no page here"),
    ],
)
def test_a_folder_without_an_index_is_not_found(
    site: tuple[str, int], path: str, status: int, body: str
) -> None:
    connection = http.client.HTTPConnection(*site)
    connection.request("GET", path)
    answer = connection.getresponse()
    assert (answer.status, answer.read().decode()) == (status, body)
    connection.close()


def test_a_text_says_how_it_is_written(site: tuple[str, int]) -> None:
    connection = http.client.HTTPConnection(*site)
    connection.request("GET", "/without/secret.txt")
    assert connection.getresponse().getheader("Content-Type") == "text/plain; charset=utf-8"
    connection.close()


def asked(site: tuple[str, int], method: str, path: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection(*site)
    connection.request(method, path, "{}" if method == "POST" else None)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


@pytest.mark.parametrize(
    ("path", "policy"),
    [
        ("/", POLICY),
        ("/nowhere.html", POLICY),
        ("/docs/editions/index.html", POLICY),
        (
            "/editions/0.1.0/index.html",
            None,
        ),  # a frozen edition keeps the policy that it was built with
    ],
)
def test_the_policy_comes_as_a_header(site: tuple[str, int], path: str, policy: str | None) -> None:
    assert asked(site, "GET", path).getheader("Content-Security-Policy") == policy


def test_it_takes_reports_of_the_policy_and_nothing_else(site: tuple[str, int]) -> None:
    assert asked(site, "POST", REPORTS).status == 204
    assert asked(site, "POST", "/").status == 404


@pytest.mark.parametrize("port", ["99999", "65536", "0", "-1", "eight", "8000.5"])
def test_an_impossible_port_is_refused_in_one_line(
    port: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["serve.py", f"--port={port}"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    *_usage, said = capsys.readouterr().err.splitlines()
    assert f"{port!r} is not a port: a whole number from 1 to 65535" in said
