/** The differing entries that a request names. */
import { CodedError, type DriftAccept } from '@sd/contracts';
import { DRIFT_ERRORS } from '../../common';
import type { DriftedEntry } from './differences';

/** @throws {CodedError} for an entry that does not differ */
export function getSelection(
  entries: readonly DriftedEntry[],
  { entries: named }: DriftAccept
): readonly DriftedEntry[] {
  const known = new Map(entries.map((entry) => [toKey(entry), entry]));
  const chosen = new Map<string, DriftedEntry>();
  for (const { kind, name } of named) {
    const entry = known.get(toKey({ kind, name }));
    if (!entry) throw new CodedError(DRIFT_ERRORS.unknownEntry, { kind, name });
    chosen.set(toKey(entry), entry);
  }
  return [...chosen.values()];
}

const toKey = ({ kind, name }: Pick<DriftedEntry, 'kind' | 'name'>): string => `${kind}/${name}`;
