/** Entity versions on the wire. Source: RFC 9110, sections 8.8.3, 13.1.1, 13.1.2. */
import type { EngineRequest } from '../../../contract/engine';
import { message, RestFailure } from './responses';

export const entityTag = (revision: number): string => `"${revision}"`;

/**
 * Honours `if-match` (change only this version) and `if-none-match: *` (create, never replace).
 * @param revision - of the stored entity; `undefined` when there is none
 * @throws {RestFailure} 412
 */
export function checkPreconditions(
  request: EngineRequest,
  name: string,
  revision: number | undefined
): void {
  const ifMatch = request.headers?.['if-match'];
  if (ifMatch !== undefined && !isMatch(ifMatch, revision)) {
    const state =
      revision === undefined ? 'does not exist any more' : 'has been changed since it was read';
    throw new RestFailure(
      message(
        412,
        `'${name}' ${state}. Load it again and repeat the change.`,
        revision ? { etag: entityTag(revision) } : {}
      )
    );
  }
  if (request.headers?.['if-none-match']?.trim() === '*' && revision !== undefined) {
    throw new RestFailure(message(412, `'${name}' already exists.`, { etag: entityTag(revision) }));
  }
}

function isMatch(header: string, revision: number | undefined): boolean {
  if (revision === undefined) return false;
  return header.split(',').some((part) => {
    const tag = part.trim().replace(/^W\//, '');
    return tag === '*' || tag === entityTag(revision) || tag === String(revision);
  });
}
