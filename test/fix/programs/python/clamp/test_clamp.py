import unittest

from clamp import clamp


class ClampTest(unittest.TestCase):
    def test_1(self):
        self.assertEqual(clamp(5, 0, 10), 5)

    def test_2(self):
        self.assertEqual(clamp(-3, 0, 10), 0)

    def test_3(self):
        self.assertEqual(clamp(42, 0, 10), 10)


if __name__ == "__main__":
    unittest.main()
