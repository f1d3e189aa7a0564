import unittest

from is_palindrome import is_palindrome


class IsPalindromeTest(unittest.TestCase):
    def test_1(self):
        self.assertEqual(is_palindrome("Anna"), True)

    def test_2(self):
        self.assertEqual(is_palindrome("A man, a plan"), False)

    def test_3(self):
        self.assertEqual(is_palindrome("Never odd or even"), True)


if __name__ == "__main__":
    unittest.main()
