import unittest

from median import median


class MedianTest(unittest.TestCase):
    def test_1(self):
        self.assertEqual(median([3, 1, 2]), 2)

    def test_2(self):
        self.assertEqual(median([4, 1, 2, 3]), 2.5)

    def test_3(self):
        self.assertEqual(median([7]), 7)


if __name__ == "__main__":
    unittest.main()
