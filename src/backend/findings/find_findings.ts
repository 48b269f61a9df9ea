/** Runs the rules over a configuration. */
import type { CooperativeTask } from '../scheduling/cooperative_task';
import { DEFAULT_THRESHOLDS, Facts, type CheckedConfiguration, type Thresholds } from './facts';
import { SEVERITIES, type Finding, type Source } from './finding';
import type { Found, Rule } from './rule';
import { BROKEN } from './rules/broken';
import { TOO_MUCH } from './rules/too_much';
import { UNUSED } from './rules/unused';
import { WEAK } from './rules/weak';

export const RULES: readonly Rule[] = [...TOO_MUCH, ...BROKEN, ...WEAK, ...UNUSED];

export interface FindingsResult {
  /** From worst to least, then by rule and id. */
  readonly findings: readonly Finding[];
  /** Rules that could not run, with what they could not read. */
  readonly skipped: readonly { readonly rule: string; readonly unreadable: readonly Source[] }[];
}

export interface FindingsOptions {
  /** Default: all rules. */
  readonly isOn?: (rule: string) => boolean;
  readonly thresholds?: Thresholds;
}

export function* findFindings(
  configuration: CheckedConfiguration,
  { isOn = () => true, thresholds = DEFAULT_THRESHOLDS }: FindingsOptions = {}
): CooperativeTask<FindingsResult> {
  const facts = yield* Facts.of(configuration, thresholds);
  const findings: Finding[] = [];
  const skipped: FindingsResult['skipped'][number][] = [];
  for (const rule of RULES) {
    if (!isOn(rule.id)) continue;
    const unreadable = rule.needs.filter((one) => !configuration.sources.has(one));
    if (unreadable.length > 0) skipped.push({ rule: rule.id, unreadable });
    else yield* rule.find(facts, (found) => findings.push(findingOf(rule, found)));
  }
  return { findings: findings.sort(worstFirst), skipped };
}

function findingOf({ id: rule, group, severity, reason }: Rule, found: Found): Finding {
  const { key, ...rest } = found;
  const names = rest.objects.map(({ type, name }) => `${type}/${name}`);
  const id = [rule, ...(key === undefined ? names : [names[0], key])].join(':');
  return { id, rule, group, reason, ...rest, severity: rest.severity ?? severity };
}

function worstFirst(a: Finding, b: Finding): number {
  const bySeverity = SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
  return bySeverity !== 0 ? bySeverity : a.id < b.id ? -1 : 1;
}
