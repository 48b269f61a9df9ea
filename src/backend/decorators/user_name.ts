import type { RequestCaller } from '../api/engine';

/** '' for anonymous callers. */
export const getName = (caller: RequestCaller): string =>
  caller.kind === 'user' ? caller.principal.userName : '';
