"""What the pages in docs/ and CONTRIBUTING.md show is so."""

from tests import floors_picture


def test_the_picture_of_the_floors_is_fresh() -> None:
    is_fresh = floors_picture.PICTURE.read_text(encoding="utf-8") == floors_picture.drawn()
    assert is_fresh, "run  python -m tests.floors_picture"
