/** Entity versions as ETags and preconditions. */
import type { EngineRequest } from '../../../api/engine';
import { preconditionProblem } from '../../../model/precondition';
import { message, RestError } from '../../../model/responses';

export const entityTag = (revision: number): string => `"${revision}"`;

/**
 * @param revision - of the stored entity; `undefined` if there is none
 * @throws {RestError} 412
 */
export function checkPreconditions(
  request: EngineRequest,
  name: string,
  revision: number | undefined
): void {
  const tag = revision === undefined ? undefined : entityTag(revision);
  const problem = preconditionProblem(request, name, tag);
  if (problem !== undefined)
    throw new RestError(message(412, problem, tag === undefined ? {} : { etag: tag }));
}
