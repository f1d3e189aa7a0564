import { createLlamaCppProvider } from '../../src/models/llama-cpp/llama-cpp-provider.ts';
import { compiledChild } from '../models/llama-cpp/compiled-child.ts';
import { testCache } from '../models/llama-cpp/test-cache.ts';
import { describeModel } from './model.ts';

const open = async () => createLlamaCppProvider({ cacheFolder: await testCache(), childEntry: await compiledChild() }).open('smollm2');

describeModel('llama-cpp with the packaged weights', open, { timeout: 120_000 });
