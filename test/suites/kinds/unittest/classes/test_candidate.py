import unittest

from candidate import Box, add, later


class TestNotReady(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise RuntimeError("no server")

    def test_one(self):
        self.assertEqual(add(1, 1), 2)

    def test_two(self):
        self.assertEqual(add(1, 2), 3)


class TestSkippedClass(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise unittest.SkipTest("not here")

    def test_one(self):
        self.assertEqual(add(1, 1), 3)


class TestNotPutAway(unittest.TestCase):
    def tearDown(self):
        raise RuntimeError("still open")

    def test_one(self):
        self.assertEqual(add(1, 1), 2)


class TestCleanups(unittest.TestCase):
    def test_bad(self):
        self.addCleanup(self.fail, "late")
        self.assertEqual(add(1, 1), 2)

    def test_good(self):
        self.addCleanup(lambda: None)
        self.assertEqual(add(1, 1), 2)


class TestParts(unittest.TestCase):
    def test_all_hold(self):
        for n in range(3):
            with self.subTest(n=n):
                self.assertEqual(add(n, 1), n + 1)

    def test_one_fails(self):
        for n in range(3):
            with self.subTest(n=n):
                self.assertEqual(add(n, n), n)

    def test_a_part_is_skipped(self):
        with self.subTest("a"):
            self.skipTest("not here")
        self.assertEqual(add(1, 1), 2)

    @unittest.expectedFailure
    def test_expected(self):
        self.assertEqual(add(1, 1), 3)

    @unittest.expectedFailure
    def test_unexpected(self):
        self.assertEqual(add(1, 1), 2)

    @unittest.skip("not here")
    def test_skipped(self):
        self.assertEqual(add(1, 1), 3)

    def test_skips_itself(self):
        self.skipTest("not here")

    def test_raises(self):
        with self.assertRaisesRegex(TypeError, "unsupported"):
            add(1, "x")

    def test_raises_otherwise(self):
        with self.assertRaisesRegex(TypeError, "nothing"):
            add(1, "x")


class TestWaiting(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.box = Box()

    async def test_waits(self):
        self.assertEqual(await later(3), 3)
        self.assertEqual(self.box.items, [])

    async def test_waits_otherwise(self):
        self.assertEqual(await later(3), 4)


class TestInherited(TestParts):
    def test_own(self):
        self.assertEqual(add(2, 2), 4)


class Helper(unittest.TestCase):
    def runTest(self):
        self.assertEqual(add(1, 1), 2)
