/**
 * Marks a request as the undoing of an earlier change. The mark hangs on the request object, so that nothing
 * a client can send looks like it.
 */
import type { EngineRequest } from '../../../contract/engine';

const marks = new WeakMap<EngineRequest, number>();

/** @param change - number of the change to be undone */
export const markRevert = (request: EngineRequest, change: number): void =>
  void marks.set(request, change);

export const revertedBy = (request: EngineRequest): number | undefined => marks.get(request);
