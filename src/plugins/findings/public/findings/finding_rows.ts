/** Rows of the list of findings: alike ones are one row. Changes that fix several of them. */
import type { FindingBody, ProposedChanges } from '@sd/contracts';
import { groupBy } from 'lodash';
import { choiceText } from './queries';

/** From this number on, findings of a rule are one row. */
const ALIKE = 3;

export interface FindingRow {
  readonly id: string;
  /** At least one; several are of one rule. */
  readonly findings: readonly [FindingBody, ...FindingBody[]];
}

/** In the order of the worst finding of each row. */
export function toRows(findings: readonly FindingBody[]): readonly FindingRow[] {
  const byRule = new Map(Object.entries(groupBy(findings, ({ rule }) => rule)));
  const shown = new Set<string>();
  return findings.flatMap((finding): FindingRow[] => {
    const { rule } = finding;
    const alike = byRule.get(rule) ?? [];
    if (alike.length < ALIKE) return [{ id: finding.id, findings: [finding] }];
    if (shown.has(rule)) return [];
    shown.add(rule);
    return [{ id: `rule ${rule}`, findings: alike as [FindingBody, ...FindingBody[]] }];
  });
}

/** A prepared way that all of some findings have. */
export interface CommonWay {
  readonly id: string;
  /** Of the first finding; empty where each has only one way. */
  readonly text: string;
  readonly change: ProposedChanges;
  /** Findings whose entries another one changes as well; they are left for a second step. */
  readonly left: number;
}

const CHANGE = 'change';

type Entries = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export function commonWays(findings: readonly FindingBody[]): readonly CommonWay[] {
  const [first] = findings;
  const ids = first ? [...listWays(first).keys()] : [];
  return ids.flatMap((id): CommonWay[] => {
    const changes = findings.map((one) => listWays(one).get(id)?.change);
    if (!changes.every((one) => one !== undefined)) return [];
    const text = first?.choices?.find(({ message }) => message.id === id);
    return [{ id, text: text ? choiceText(text) : '', ...merge(changes) }];
  });
}

function listWays({
  change,
  choices = [],
}: FindingBody): Map<string, { readonly change: Entries }> {
  const all = choices.map(({ message, change: way }) => [message.id, { change: way as Entries }]);
  return new Map([
    ...(change ? [[CHANGE, { change: change as Entries }] as const] : []),
    ...(all as Array<[string, { readonly change: Entries }]>),
  ]);
}

/** Two changes of one entry cannot be made together, as each is the entry as it would be saved. */
function merge(changes: readonly Entries[]): Pick<CommonWay, 'change' | 'left'> {
  const all: Record<string, Record<string, unknown>> = {};
  let left = 0;
  for (const change of changes) {
    const entries = Object.entries(change).flatMap(([type, named]) =>
      Object.entries(named).map(([name, entry]) => ({ type, name, entry }))
    );
    if (entries.some(({ type, name }) => all[type] && Object.hasOwn(all[type], name))) left++;
    else for (const { type, name, entry } of entries) (all[type] ??= {})[name] = entry;
  }
  return { change: all as ProposedChanges, left };
}
