/** Runs the rules over a configuration. */
import { createHash } from 'node:crypto';
import { FINDINGS_LIMITS } from '../../contracts/limits/findings';
import type { CooperativeTask } from '../scheduling/cooperative_task';
import { LIVE_SOURCES, SEVERITIES } from '../../contracts/api';
import type { Finding, FindingsResult, FindingThresholds } from '../api/engine';
import { DEFAULT_THRESHOLDS, Facts, type CheckedConfiguration } from './facts';
import type { EntryCheck, Found, Rule } from './rule';
import type { Sentence } from './sentence';
import { BROKEN } from './rules/broken';
import { BROKEN_PROMISE } from './rules/broken_promise';
import { LIVE } from './rules/live';
import { TOO_MUCH } from './rules/too_much';
import { UNUSED } from './rules/unused';
import { WEAK } from './rules/weak';

export const RULES: readonly Rule[] = [
  ...TOO_MUCH,
  BROKEN_PROMISE,
  ...BROKEN,
  ...WEAK,
  ...UNUSED,
  ...LIVE,
];

const FROM_SERVERS: ReadonlySet<string> = new Set(LIVE_SOURCES);

/** Whether the command line cannot run the rule. */
export const needsServer = ({ needs }: Rule): boolean => needs.some((one) => FROM_SERVERS.has(one));

export interface CheckOptions {
  /** Default: all rules. */
  readonly isOn?: (rule: string) => boolean;
  readonly thresholds?: FindingThresholds;
}

export function* findFindings(
  configuration: CheckedConfiguration,
  options: CheckOptions = {}
): CooperativeTask<FindingsResult> {
  return (yield* checkAgain(configuration, options)).result;
}

/** A check, and what the next one of the same place can begin with. */
export interface Checked {
  readonly result: FindingsResult;
  readonly facts: Facts;
  /** The rules that ran, and their thresholds. Findings are kept for a check of the same ones. */
  readonly what: string;
  readonly kept: ReadonlyMap<EntryCheck, KeptFindings>;
}

interface KeptFindings {
  /** See `EntryCheck.given`. */
  readonly given: readonly unknown[];
  readonly byName: Map<string, readonly Finding[]>;
}

/** @param last - must not be used any more, whether or not this ends */
export function* checkAgain(
  configuration: CheckedConfiguration,
  { isOn = () => true, thresholds = DEFAULT_THRESHOLDS }: CheckOptions,
  last?: Checked
): CooperativeTask<Checked> {
  const facts = yield* Facts.of(configuration, thresholds, last?.facts);
  const findings = new Set<Finding>();
  const skipped: FindingsResult['skipped'][number][] = [];
  const running: Rule[] = [];
  for (const rule of RULES) {
    if (!isOn(rule.id)) continue;
    const unreadable = rule.needs.filter((one) => !configuration.sources.has(one));
    if (unreadable.length > 0 && (configuration.live || !needsServer(rule)))
      skipped.push({ rule: rule.id, unreadable });
    if (unreadable.length === 0) running.push(rule);
  }
  const what = JSON.stringify([running.map(({ id }) => id), thresholds]);
  const isSame = last?.what === what;
  const kept = new Map<EntryCheck, KeptFindings>();
  for (const rule of running) {
    for (const check of rule.each ?? []) {
      const known = yield* checkEach(rule, check, facts, isSame ? last.kept.get(check) : undefined);
      for (const found of known.byName.values()) for (const one of found) findings.add(one);
      kept.set(check, known);
      yield;
    }
    if (rule.find) yield* rule.find(facts, (found) => findings.add(knownFindingOf(rule, found)));
    yield;
  }
  // Most are where they were, so that the sort hardly compares.
  const before = last?.result.findings.filter((one) => findings.has(one)) ?? [];
  yield;
  const sorted = [...new Set([...before, ...findings])].sort(worstFirst);
  return { result: { findings: sorted, skipped }, facts, what, kept };
}

function* checkEach(
  rule: Rule,
  check: EntryCheck,
  facts: Facts,
  last: KeptFindings | undefined
): CooperativeTask<KeptFindings> {
  const { type } = check;
  const given = check.given?.(facts) ?? [];
  const isKept = last?.given.every((one, at) => one === given[at]) === true;
  const byName = isKept ? last.byName : new Map<string, readonly Finding[]>();
  const entries = facts.configuration.entities[type];
  for (const name of isKept ? facts.touched[type] : entries.keys()) {
    const found: Finding[] = [];
    check.find(facts, name, (one) => found.push(findingOf(rule, one)));
    if (found.length > 0) byName.set(name, found);
    else byName.delete(name);
    yield;
  }
  return { given, byName };
}

const FINDINGS = new WeakMap<Found, Finding>();

/** For rules that keep what they found. */
function knownFindingOf(rule: Rule, found: Found): Finding {
  const known = FINDINGS.get(found) ?? findingOf(rule, found);
  FINDINGS.set(found, known);
  return known;
}

function findingOf({ id: rule, group, severity, reason }: Rule, found: Found): Finding {
  const { key, text, fix, objects, change } = found;
  const choices = (found.choices ?? []).filter((one) => one !== undefined);
  const names = objects.map(({ type, name }) => `${type}/${name}`);
  return {
    id: shortened([rule, ...(key === undefined ? names : [names[0], key])].join(':')),
    ...{ rule, group, objects, severity: found.severity ?? severity },
    ...{ reason: reason.text, text: text.text, fix: fix.text },
    messages: { reason: messageOf(reason), text: messageOf(text), fix: messageOf(fix) },
    ...(change && { change }),
    ...(choices.length > 0 && {
      choices: choices.map(({ text: how, change: way }) => ({
        ...{ text: how.text, message: messageOf(how), change: way },
      })),
    }),
  };
}

const messageOf = ({ id, values }: Sentence) => ({ id, values });

/** The id stands in addresses. */
function shortened(id: string): string {
  if (id.length <= FINDINGS_LIMITS.idLength) return id;
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 16);
  return `${id.slice(0, FINDINGS_LIMITS.idLength - hash.length - 1)}:${hash}`;
}

function worstFirst(a: Finding, b: Finding): number {
  const bySeverity = SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
  return bySeverity !== 0 ? bySeverity : a.id < b.id ? -1 : 1;
}
