import { describe } from 'vitest';
import { testShapes } from './shapes.ts';

describe('tests of several shapes beside a program', () => testShapes('javascript'));
