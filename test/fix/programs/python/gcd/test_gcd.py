import unittest

from gcd import gcd


class GcdTest(unittest.TestCase):
    def test_1(self):
        self.assertEqual(gcd(12, 18), 6)

    def test_2(self):
        self.assertEqual(gcd(7, 3), 1)

    def test_3(self):
        self.assertEqual(gcd(5, 0), 5)


if __name__ == "__main__":
    unittest.main()
