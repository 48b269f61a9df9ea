/** Conditions on the version of an entity. Source: RFC 9110, sections 8.8.3, 13.1.1, 13.1.2. */
import type { EngineRequest } from '../api/engine';

/**
 * Evaluates `if-match` (change only this version) and `if-none-match: *` (create, never replace).
 * @param tag - entity tag of the existing entity, in quotes; `undefined` if there is none
 * @returns the text of a 412 response, or `undefined` if the conditions are met
 */
export function preconditionProblem(
  { headers }: Pick<EngineRequest, 'headers'>,
  name: string,
  tag: string | undefined
): string | undefined {
  const ifMatch = headers?.['if-match'];
  if (ifMatch !== undefined && !isMatch(ifMatch, tag)) {
    const state =
      tag === undefined ? 'does not exist any more' : 'has been changed since it was read';
    return `'${name}' ${state}. Load it again and repeat the change.`;
  }
  return headers?.['if-none-match']?.trim() === '*' && tag !== undefined
    ? `'${name}' already exists.`
    : undefined;
}

function isMatch(header: string, tag: string | undefined): boolean {
  if (tag === undefined) return false;
  return header.split(',').some((part) => {
    const sent = part.trim().replace(/^W\//, '');
    return sent === '*' || sent === tag || `"${sent}"` === tag;
  });
}
