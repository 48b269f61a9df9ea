/**
 * Marks a request as the undoing of an earlier change. The key of the mark is known here alone, so
 * that nothing a client can send looks like it; copies of a request keep it.
 */
import type { EngineRequest } from '../../api/engine';

const REVERTS = Symbol('reverts');

type Marked = EngineRequest & { readonly [REVERTS]?: number };

/** @param change - number of the change to be undone */
export const markedAsRevert = (request: EngineRequest, change: number): EngineRequest => {
  const marked: Marked = { ...request, [REVERTS]: change };
  return marked;
};

export const revertedBy = (request: EngineRequest): number | undefined =>
  (request as Marked)[REVERTS];
