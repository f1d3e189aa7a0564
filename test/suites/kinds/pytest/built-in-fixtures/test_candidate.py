import time

import pytest

import candidate


def test_writes(tmp_path):
    candidate.save(tmp_path / "a.txt", "one")
    assert (tmp_path / "a.txt").read_text() == "one"


def test_writes_otherwise(tmp_path):
    candidate.save(tmp_path / "a.txt", "one")
    assert (tmp_path / "a.txt").read_text() == "two"


def test_prints(capsys):
    candidate.greet("x")
    candidate.complain("y")
    out, err = capsys.readouterr()
    assert (out, err) == ("hello x\n", "y\n")


def test_prints_otherwise(capsys):
    candidate.greet("x")
    assert capsys.readouterr().out == "hello y\n"


def test_environment(monkeypatch):
    monkeypatch.setenv("ANNEAL_HOME", "/x")
    assert candidate.home() == "/x"


def test_environment_is_back():
    assert candidate.home() == "none"


def test_clock(monkeypatch):
    monkeypatch.setattr(time, "time", lambda: 5.5)
    assert candidate.now() == 5


def test_clock_otherwise(monkeypatch):
    monkeypatch.setattr("time.time", lambda: 5.5)
    assert candidate.now() == 6


def test_folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert candidate.where() == tmp_path.name


def test_own_function(monkeypatch):
    monkeypatch.setattr(candidate, "home", lambda: "patched")
    assert candidate.home() == "patched"


def test_log(caplog):
    candidate.log("careful")
    assert "careful" in caplog.text


def test_log_otherwise(caplog):
    candidate.log("careful")
    assert "careless" in caplog.text


def test_request(request, tmp_path_factory):
    assert request.node.name == "test_request"
    assert tmp_path_factory.mktemp("more").is_dir()
    assert candidate.home() == "none"
