/** Conditions on the version of an entity. Source: RFC 9110, sections 8.8.3, 13.1.1, 13.1.2. */
import type { EngineRequest } from '../api/engine';

/**
 * Judges `if-match` (change only this version) and `if-none-match: *` (create, never replace).
 * @param tag - entity tag of what is there, in quotes; `undefined` when there is none
 * @returns words of the 412, or `undefined` when the change may go on
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
