/** Runs the rules over a configuration. */
import { createHash } from 'node:crypto';
import { FINDINGS_LIMITS } from '../../contracts/limits/findings';
import { type CooperativeTask, sortedInSteps } from '../scheduling/cooperative_task';
import { FORBIDDEN_INDICES } from './rules/forbidden_indices';
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
  ...FORBIDDEN_INDICES,
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
  readonly kept: Kept;
}

/** By entry; what a rule says about all together has an empty name. */
type ByName = Map<string, readonly Finding[]>;
type Kept = ReadonlyMap<Rule | EntryCheck, { readonly given: Given; readonly byName: ByName }>;
/** See `EntryCheck.given`. */
type Given = readonly unknown[];

/** @param previous - must not be used any more, whether or not this ends */
export function* checkAgain(
  configuration: CheckedConfiguration,
  { isOn = () => true, thresholds = DEFAULT_THRESHOLDS }: CheckOptions,
  previous?: Checked
): CooperativeTask<Checked> {
  // An upgraded cluster may read the same entries differently.
  const checked = previous?.facts.configuration.settings.release;
  const last = checked === configuration.settings.release ? previous : undefined;
  const facts = yield* Facts.of(configuration, thresholds, last?.facts);
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
  const before = last?.what === what ? last : undefined;
  const kept = new Map<Rule | EntryCheck, { given: Given; byName: ByName }>();
  const gone = new Set<Finding>();
  const added = new Set<Finding>();
  const replace = (byName: ByName, name: string, found: readonly Finding[]) => {
    for (const one of byName.get(name) ?? []) gone.add(one);
    for (const one of found) if (!gone.delete(one)) added.add(one);
    if (found.length > 0) byName.set(name, found);
    else byName.delete(name);
  };
  for (const rule of running) {
    for (const check of rule.each ?? []) {
      const given = check.given?.(facts) ?? [];
      const known = before?.kept.get(check);
      const again = check.touched
        ? yield* check.touched(facts)
        : facts.touched[check.asWritten ? 'written' : check.type];
      const isKept = again !== undefined && isSame(known?.given, given);
      const byName: ByName = isKept && known ? known.byName : new Map<string, readonly Finding[]>();
      if (!isKept)
        for (const found of known?.byName.values() ?? []) for (const one of found) gone.add(one);
      const entries = configuration.entities[check.type];
      for (const name of isKept ? again : entries.keys()) {
        const found: Finding[] = [];
        check.find(facts, name, (one) => found.push(findFinding(rule, one)));
        replace(byName, name, found);
        yield;
      }
      kept.set(check, { given, byName });
    }
    if (rule.find) {
      const given = rule.given?.(facts);
      const known = before?.kept.get(rule);
      const byName = known?.byName ?? new Map<string, readonly Finding[]>();
      if (!given || !isSame(known?.given, given)) {
        const found: Finding[] = [];
        yield* rule.find(facts, (one) => found.push(findKnownFinding(rule, one)));
        replace(byName, '', found);
      }
      kept.set(rule, { given: given ?? [], byName });
    }
    yield;
  }
  const all = before?.result.findings ?? [];
  const stayed = gone.size > 0 ? all.filter((one) => !gone.has(one)) : all;
  yield;
  const findings = merge(stayed, yield* sortedInSteps([...added], worstFirst));
  return { result: { findings, skipped }, facts, what, kept };
}

const isSame = (known: Given | undefined, given: Given): boolean =>
  known?.length === given.length && known.every((one, at) => one === given[at]);

/** @param added - few, so that a place is searched for each of them */
function merge(sorted: readonly Finding[], added: readonly Finding[]): readonly Finding[] {
  const all: Finding[] = [];
  let from = 0;
  for (const one of added) {
    let to = sorted.length;
    for (let low = from; low < to;) {
      const middle = (low + to) >> 1;
      if (worstFirst(sorted[middle] as Finding, one) <= 0) low = middle + 1;
      else to = middle;
    }
    for (; from < to; from++) all.push(sorted[from] as Finding);
    all.push(one);
  }
  return [...all, ...sorted.slice(from)];
}

const FINDINGS = new WeakMap<Found, Finding>();

/** For rules that keep what they found. */
function findKnownFinding(rule: Rule, found: Found): Finding {
  const known = FINDINGS.get(found) ?? findFinding(rule, found);
  FINDINGS.set(found, known);
  return known;
}

/** The finding of a rule. */
export function findFinding({ id: rule, group, severity, reason }: Rule, found: Found): Finding {
  const { key, text, fix, objects, change, affected } = found;
  const choices = (found.choices ?? []).filter((one) => one !== undefined);
  const names = objects.map(({ type, name }) => `${type}/${name}`);
  return {
    id: shorten([rule, ...(key === undefined ? names : [names[0], key].filter(Boolean))].join(':')),
    rule,
    group,
    objects,
    severity: found.severity ?? severity,
    reason: reason.text,
    text: text.text,
    fix: fix.text,
    messages: { reason: toMessage(reason), text: toMessage(text), fix: toMessage(fix) },
    ...(affected && { affected }),
    ...(change && { change }),
    ...(choices.length > 0 && {
      choices: choices.map(({ text: how, change: way }) => ({
        text: how.text,
        message: toMessage(how),
        change: way,
      })),
    }),
  };
}

const toMessage = ({ id, values }: Sentence) => ({ id, values });

/** The id stands in addresses. */
function shorten(id: string): string {
  if (id.length <= FINDINGS_LIMITS.idLength) return id;
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 16);
  return `${id.slice(0, FINDINGS_LIMITS.idLength - hash.length - 1)}:${hash}`;
}

function worstFirst(a: Finding, b: Finding): number {
  const bySeverity = SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
  return bySeverity !== 0 ? bySeverity : a.id < b.id ? -1 : Number(a.id > b.id);
}
