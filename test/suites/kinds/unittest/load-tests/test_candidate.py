import unittest
from unittest import mock

import candidate


class TestOne(unittest.TestCase):
    def setUp(self):
        self.numbers = [1, 2]

    def test_a(self):
        self.assertEqual(candidate.add(*self.numbers), 3)

    def test_patched(self):
        with mock.patch.object(candidate, "add", return_value=7) as add:
            self.assertEqual(candidate.add(1, 1), 7)
            add.assert_called_once_with(1, 1)

    @mock.patch("candidate.add", side_effect=ValueError)
    def test_patched_wrongly(self, add):
        candidate.add(1, 1)

    async def test_never_awaited(self):
        self.assertEqual(candidate.add(1, 1), 2)


if __name__ == "__main__":
    unittest.main()
