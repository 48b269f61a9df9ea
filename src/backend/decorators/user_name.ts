import type { RequestCaller } from '../contract/engine';

/** '' for nobody. */
export const nameOf = (caller: RequestCaller): string =>
  caller.kind === 'user' ? caller.principal.userName : '';
