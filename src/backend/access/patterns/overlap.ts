/**
 * Whether some name matches both of two index patterns (`*`, `?`). A regular expression is compared
 * only with an exact name; otherwise it counts as overlapping: guardrails must not be broken
 * unnoticed, and explanations must not call a request refused that a cluster may run.
 */
import { compileMayMatch, isRegex, patternKind } from './pattern';

export function overlaps(one: string, other: string): boolean {
  if (one === '*' || other === '*') return one.trim() !== '' && other.trim() !== '';
  if (isRegex(one)) return patternKind(other) !== 'exact' || compileMayMatch(one)(other);
  if (isRegex(other)) return overlaps(other, one);
  // Only names of remote indices have a colon.
  return one.includes(':') === other.includes(':') && haveCommonName(one, other);
}

/** Time: product of the lengths, and for most pairs only that of the common prefix. */
function haveCommonName(one: string, other: string): boolean {
  let from = 0;
  while (from < one.length && from < other.length) {
    const [a, b] = [one[from], other[from]];
    if (a === '*' || b === '*') break;
    if (a !== b && a !== '?' && b !== '?') return false;
    from++;
  }
  const [left, right] = [one.slice(from), other.slice(from)];
  // reached[j]: the parts before i of the left and before j of the right have a common name.
  let reached = row(right, (j, before) => j === 0 || (before && right[j - 1] === '*'));
  for (const a of left) {
    const last = reached;
    reached = row(right, (j, before) => {
      if (j === 0) return a === '*' && last[0] === true;
      const b = right[j - 1];
      if (a === '*' || b === '*') return before || last[j] === true || last[j - 1] === true;
      return last[j - 1] === true && (a === b || a === '?' || b === '?');
    });
  }
  return reached[right.length] === true;
}

function row(right: string, cell: (j: number, before: boolean) => boolean): readonly boolean[] {
  const cells: boolean[] = [];
  for (let j = 0; j <= right.length; j++) cells.push(cell(j, cells[j - 1] ?? false));
  return cells;
}
