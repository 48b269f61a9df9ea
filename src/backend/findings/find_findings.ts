/** Runs the rules over a configuration. */
import { createHash } from 'node:crypto';
import { FINDINGS_LIMITS } from '../../contracts/limits/findings';
import type { CooperativeTask } from '../scheduling/cooperative_task';
import { LIVE_SOURCES, SEVERITIES } from '../../contracts/api';
import type { Finding, FindingsResult, FindingThresholds } from '../api/engine';
import { DEFAULT_THRESHOLDS, Facts, type CheckedConfiguration } from './facts';
import type { Found, Rule } from './rule';
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
  for (const rule of RULES) {
    if (!isOn(rule.id)) continue;
    const unreadable = rule.needs.filter((one) => !configuration.sources.has(one));
    if (unreadable.length > 0 && (configuration.live || !needsServer(rule)))
      skipped.push({ rule: rule.id, unreadable });
    if (unreadable.length > 0) continue;
    yield* rule.find(facts, (found) =>
      findings.add(facts.memory.once(found, 'finding', [], () => findingOf(rule, found)))
    );
    yield;
  }
  // Most are where they were, so that the sort hardly compares.
  const kept = last?.result.findings.filter((one) => findings.has(one)) ?? [];
  yield;
  const sorted = [...new Set([...kept, ...findings])].sort(worstFirst);
  return { result: { findings: sorted, skipped }, facts };
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
