import type { RequestCaller } from '../api/engine';

/** '' for nobody. */
export const nameOf = (caller: RequestCaller): string =>
  caller.kind === 'user' ? caller.principal.userName : '';
