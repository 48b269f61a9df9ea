import type { RequestCaller } from '../api/engine';

/** '' for anonymous callers. */
export const nameOf = (caller: RequestCaller): string =>
  caller.kind === 'user' ? caller.principal.userName : '';
