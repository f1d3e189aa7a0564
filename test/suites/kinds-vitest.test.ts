import { describe } from 'vitest';
import { testKinds } from './kinds.ts';

describe('projects of vitest', () => testKinds('vitest'));
