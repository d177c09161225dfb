"""The scripts that check the project: the files that they name exist."""

import re
import shutil
import subprocess

import pytest

from tests import ROOT

SCRIPTS = [*(ROOT / ".ci").iterdir(), *(ROOT / ".github" / "workflows").iterdir()]


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash, which expands braces")
def test_the_files_that_the_scripts_name_exist() -> None:
    text = "".join(script.read_text(encoding="utf-8") for script in SCRIPTS)
    words = re.findall(r"(?:tests|brain|protocol)/[\w/{},-]*\.\w+", text)
    expanded = subprocess.check_output(["bash", "-c", f"echo {' '.join(words)}"], text=True)
    files = expanded.split()
    assert len(files) > len(words) > 1
    assert [file for file in files if not (ROOT / file).is_file()] == []


def test_the_modules_that_the_scripts_run_exist() -> None:
    text = "".join(script.read_text(encoding="utf-8") for script in SCRIPTS)
    modules = re.findall(r"-m ((?:brain|protocol|tests)[\w.]*)", text)
    assert len(modules) > 1
    paths = [ROOT / module.replace(".", "/") for module in modules]
    assert [
        str(path)
        for path in paths
        if not (path / "__main__.py").is_file() and not path.with_suffix(".py").is_file()
    ] == []
