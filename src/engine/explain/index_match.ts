/** Which pattern of an entry matches an index, and by which of its names. Source: reference 4.5. */
import type { Subject } from '../evaluation/attributes';
import { renderPattern } from '../evaluation/compiled_role';
import type { IndexTarget, KnownIndex } from '../evaluation/index_targets';
import { compilePattern, coversExpression } from '../evaluation/pattern';
import type { IndexMatch } from './types';

export function findIndexMatch(
  patterns: readonly string[],
  target: IndexTarget,
  subject: Subject,
  nowMs: number,
  known: readonly KnownIndex[] = []
): IndexMatch | undefined {
  const names = [target.name, ...(target.otherNames ?? [])];
  for (const pattern of patterns) {
    const rendered = renderPattern(pattern, subject, nowMs);
    if (rendered === undefined) continue;
    const matches =
      target.kind === 'expression'
        ? (name: string) => coversExpression(rendered, name)
        : compilePattern(rendered);
    const name = names.find(matches);
    if (name === undefined) continue;
    const via = viaOf(name, target, known);
    return { pattern, ...(rendered !== pattern && { rendered }), via, name };
  }
  return undefined;
}

function viaOf(name: string, target: IndexTarget, known: readonly KnownIndex[]): IndexMatch['via'] {
  if (name === target.name) {
    return target.kind === 'remote' || target.kind === undefined ? 'index' : target.kind;
  }
  const isStream = known.some((one) => one.name === target.name && one.dataStream === name);
  return isStream ? 'data_stream' : 'alias';
}
