/** Texts of the page Drift. */
import type { DriftBody, DriftEntry, DriftProblem } from '@sd/contracts';
import { t } from '@sd/core/public';

export const getId = ({ kind, name }: Pick<DriftEntry, 'kind' | 'name'>): string =>
  `${kind}/${name}`;

export const stateLabel = (state: DriftEntry['state']): string =>
  ({
    differs: t('requests.drift.differs', 'Differs'),
    missing: t('requests.drift.missing', 'Only in the folder'),
    additional: t('requests.drift.additional', 'Not in the folder'),
  })[state];

export function toSummary({ total, ignored }: DriftBody): string {
  const differing = t(
    'requests.drift.count',
    '{total, plural, =0 {Nothing differs from the folder.} one {1 entry differs from the folder.} other {{total, number} entries differ from the folder.}}',
    { total }
  );
  if (ignored === 0) return differing;
  const left = t(
    'requests.drift.ignored',
    '{ignored, plural, one {Ignore rules leave out 1 entry.} other {Ignore rules leave out {ignored, number} entries.}}',
    { ignored }
  );
  return `${differing} ${left}`;
}

/** `roles.yml, line 7: …` */
export function problemText({ file, line, entry, key, message }: DriftProblem): string {
  const place = [
    file,
    ...(line === undefined ? [] : [t('requests.drift.line', 'line {line, number}', { line })]),
    ...[entry, key].filter((part) => part !== undefined && part !== ''),
  ];
  return `${place.join(', ')}: ${message}`;
}
