import { load } from './store.mjs';

export const title = (id) => load(id).toUpperCase();
