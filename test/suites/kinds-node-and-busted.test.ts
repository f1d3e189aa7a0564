import { describe } from 'vitest';
import { testKinds } from './kinds.ts';

describe('projects of node:test', () => testKinds('node:test'));
describe('projects of busted', () => testKinds('busted'));
