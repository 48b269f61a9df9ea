/** Entity versions on the wire. */
import type { EngineRequest } from '../../../contract/engine';
import { preconditionProblem } from '../../../model/precondition';
import { message, RestFailure } from './responses';

export const entityTag = (revision: number): string => `"${revision}"`;

/**
 * @param revision - of the stored entity; `undefined` when there is none
 * @throws {RestFailure} 412
 */
export function checkPreconditions(
  request: EngineRequest,
  name: string,
  revision: number | undefined
): void {
  const tag = revision === undefined ? undefined : entityTag(revision);
  const problem = preconditionProblem(request, name, tag);
  if (problem !== undefined)
    throw new RestFailure(message(412, problem, tag === undefined ? {} : { etag: tag }));
}
