"""A cluster does what one process does, and one that is not there is a finding."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from run.editions import files, make

from zhushu.errors import RunError
from zhushu.run.build import Request, build

CLUSTER = """
import sys
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None, host="127.0.0.1") as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


def test_a_cluster_makes_what_one_process_makes(tmp_path: Path) -> None:
    editions = [make(tmp_path / name, name) for name in ("a", "b")]
    program = tmp_path / "cluster.py"
    program.write_text(CLUSTER)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as cluster:
        assert cluster.stdout
        address = cluster.stdout.readline().strip()
        request = Request(tmp_path / "far", to=("text",), scheduler=address)
        built = _in_a_process(editions, request)
        cluster.communicate("")
    assert built == "[0, 0]"
    build(editions, replace(request, output=tmp_path / "near", scheduler=None))
    assert files(tmp_path / "far") == files(tmp_path / "near")


def _in_a_process(editions: list[Path], request: Request) -> str:
    """The client's threads and sockets end with the process, as they do on the command line."""
    program = (
        "import sys\nfrom pathlib import Path\nfrom zhushu.run.build import Request, build\n"
        "output, scheduler, *editions = sys.argv[1:]\n"
        "request = Request(Path(output), to=('text',), scheduler=scheduler)\n"
        "print([built.exit_code for built in build([Path(edition) for edition in editions], request)])\n"
    )
    names = [path.name for path in (request.output, *editions)]
    arguments = [sys.executable, "-c", program, names[0], str(request.scheduler), *names[1:]]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(arguments, capture_output=True, text=True, env=environment, cwd=request.output.parent)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(RunError) as caught:
        build([make(tmp_path / "edition")], Request(tmp_path / "output", scheduler="tcp://127.0.0.1:1"))
    (found,) = caught.value.findings
    assert found.code == "X008"
    assert "zhushu[scale]" in found.hint
