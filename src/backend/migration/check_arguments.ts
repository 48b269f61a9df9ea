/** Parses the arguments of `check`. */
import { IDENTITY_HELP } from '../embedded/cli/identity';
import { splitArguments, UsageError } from '../embedded/cli/options';
import type { FindingThresholds } from '../api/engine';
import { DEFAULT_THRESHOLDS } from '../findings/facts';
import { SEVERITIES, type Severity } from '../../contracts/api';
import { needsServer, RULES } from '../findings/find_findings';
import { CREDENTIALS, getSide, type SideArguments } from './promote_arguments';
import { UNUSABLE_VALUE } from './unusable_values';

export interface CheckCommand {
  readonly place: SideArguments;
  readonly format: 'text' | 'json' | 'sarif';
  /** Findings of a lesser severity are left out. */
  readonly severity: Severity;
  readonly isOn: (rule: string) => boolean;
  readonly isExcluded: (rule: string) => boolean;
  /** Rules that have to run. */
  readonly required: ReadonlySet<string> | 'all';
  readonly thresholds: FindingThresholds;
  readonly guardrails?: string;
}

/** @param command - the command line that starts the tool */
export const checkHelp = (command: string): string => `${command} check PLACE [options]

Lists what is risky, unused, broken or weak in a security configuration. Nothing is changed.

PLACE is the address of a cluster (https://host:9200), a data folder whose server does not run, or a
folder of configuration files.

  --severity=LEVEL         only this severity and worse: critical, high, medium or low (default)
  --only=RULE              only this rule; may be repeated
  --without=RULE           not this rule; may be repeated
  --require=RULE           exit with 3 if this rule cannot run; may be repeated; "all" for all rules
  --threshold=NAME=NUMBER  may be repeated:
${THRESHOLD_LINES}
  --guardrails=FILE        promises of this file, in place of those of the folder or installation
  --json                   write the findings as JSON to standard output
  --sarif                  write them as SARIF 2.1.0, for code hosts
${IDENTITY_HELP}  --config=FILE, --opensearch.KEY=VALUE, --engine.KEY=VALUE
                           as for the other commands
  --help                   this text

Rules: ${wrap(RULES.filter((rule) => !needsServer(rule)).map(({ id }) => id))}.

A rule that cannot read what it needs is skipped, and named: password hashes of a cluster need the
administrator's certificate, and a folder may have only some of the files. A value of a file that
cannot be used is a finding itself (unusable-value); the rest is checked.

Exit code: 0 no findings; 1 there are findings; 2 it could not be checked; 3 no findings, but a rule
of --require or all rules could not run, or a file is passed over whose name looks meant.
`;

const THRESHOLD_LINES = Object.entries(DEFAULT_THRESHOLDS)
  .map(([name, value]) => `                             ${name} (${value})`)
  .join('\n');

function wrap(words: readonly string[]): string {
  const lines = [''];
  for (const word of words) {
    const line = lines.at(-1) as string;
    if (line.length + word.length > 90) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line}, ${word}`;
  }
  return lines.join(',\n');
}

export const CHECK_FLAGS = ['--json', '--sarif'];
export const CHECK_VALUES = [
  '--severity',
  '--only',
  '--without',
  '--require',
  '--threshold',
  '--guardrails',
  ...CREDENTIALS.map((key) => `--from.${key}`),
];

/**
 * @param argv - without the name of the command
 * @returns `undefined` if help is requested
 * @throws {UsageError}
 */
export function parseCheck(argv: readonly string[]): CheckCommand | undefined {
  if (argv.includes('--help')) return undefined;
  const { positionals, options } = splitArguments(argv, CHECK_FLAGS, CHECK_VALUES, 'check');
  const [place, ...more] = positionals;
  if (!place || more.length > 0) throw new UsageError('check needs one place: check PLACE.');
  if (options.has('--json') && options.has('--sarif'))
    throw new UsageError('Choose one of --json and --sarif.');
  const only = knownRules(options.get('--only') ?? []);
  const excluded = knownRules(options.get('--without') ?? [], [UNUSABLE_VALUE.id]);
  const required = options.get('--require') ?? [];
  const guardrails = options.get('--guardrails')?.at(-1);
  return {
    ...(guardrails !== undefined && { guardrails }),
    place: getSide('--from', place, options),
    format: options.has('--json') ? 'json' : options.has('--sarif') ? 'sarif' : 'text',
    severity: getSeverity(options.get('--severity')?.at(-1) ?? 'low'),
    isExcluded: (rule) => excluded.has(rule),
    required: required.includes('all') ? 'all' : knownRules(required),
    isOn: (rule) => !excluded.has(rule) && (only.size === 0 || only.has(rule)),
    thresholds: getThresholds(options.get('--threshold') ?? []),
  };
}

function knownRules(names: readonly string[], others: readonly string[] = []): ReadonlySet<string> {
  const known = [...RULES.map(({ id }) => id), ...others];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`There is no rule ${unknown}. check --help lists what there is.`);
  return new Set(names);
}

function getSeverity(text: string): Severity {
  const known = SEVERITIES.find((one) => one === text);
  if (!known) throw new UsageError(`--severity is ${SEVERITIES.join(', ')}; not ${text}.`);
  return known;
}

function getThresholds(pairs: readonly string[]): FindingThresholds {
  const own: Record<string, number> = {};
  for (const pair of pairs) {
    const [, name = '', digits = ''] = /^(\w+)=(\d{1,6})$/.exec(pair) ?? [];
    if (!Object.hasOwn(DEFAULT_THRESHOLDS, name))
      throw new UsageError(
        `--threshold takes one of ${Object.keys(DEFAULT_THRESHOLDS).join(', ')} and a whole number: --threshold=maxAdministrators=5.`
      );
    own[name] = Number(digits);
  }
  return { ...DEFAULT_THRESHOLDS, ...own };
}
