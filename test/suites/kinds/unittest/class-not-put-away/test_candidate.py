import unittest

from candidate import add


class TestOne(unittest.TestCase):
    @classmethod
    def tearDownClass(cls):
        raise RuntimeError("still open")

    def test_a(self):
        self.assertEqual(add(1, 1), 2)

    def test_b(self):
        self.assertEqual(add(1, 2), 3)
