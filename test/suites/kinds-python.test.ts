import { describe } from 'vitest';
import { testKinds } from './kinds.ts';

describe('projects of pytest', () => testKinds('pytest'));
describe('projects of unittest', () => testKinds('unittest'));
