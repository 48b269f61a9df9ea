/** The command `check`. */
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { Finding, FindingsResult } from '../api/engine';
import { needsServer, RULES, findFindings } from '../findings/find_findings';
import { SEVERITIES, type FindingObject } from '../../contracts/api';
import { runToCompletion } from '../scheduling/cooperative_task';
import type { CheckCommand } from './check_arguments';
import { checkedConfiguration } from './checked_configuration';
import type { FolderSource } from './configuration/folder_source';
import { promisesIn } from './guardrails';
import { openPlace, type PlaceIo } from './places';
import { toSarif, type Locate } from './sarif';
import { UNUSABLE_VALUE, unusableValues } from './unusable_values';

export interface CheckIo extends PlaceIo {
  /** Of the product. */
  readonly version?: string | undefined;
  readonly write: (text: string) => void;
}

/** Nothing was found, but not all was checked that was meant to be. */
const [EXIT_CLEAN, EXIT_FOUND, EXIT_UNCHECKED] = [0, 1, 3];

/**
 * @returns the exit code
 * @throws {MoveError | OfflineError | UsageError | ClusterError | ImportRefusedError} with a text
 *   for the user
 */
export async function runCheck(command: CheckCommand, io: CheckIo): Promise<number> {
  const { format, isOn, thresholds } = command;
  const place = await openPlace(command.place, 'SD_FROM_PASSWORD', io, { isLenient: true });
  try {
    const read = await checkedConfiguration(place.source, place.settings);
    const { guardrails } = command;
    const configuration = {
      ...read,
      canSuspend: place.offline !== undefined,
      ...(guardrails !== undefined && {
        guardrails: promisesIn(guardrails, io.settings),
        sources: new Set([...read.sources, 'guardrails' as const]),
      }),
    };
    const result = runToCompletion(findFindings(configuration, { isOn, thresholds }));
    const worst = SEVERITIES.slice(0, SEVERITIES.indexOf(command.severity) + 1);
    const unusable = command.isExcluded(UNUSABLE_VALUE.id)
      ? []
      : unusableValues(place.folder?.problems ?? []);
    const findings = [...unusable, ...result.findings].filter(({ severity }) =>
      worst.includes(severity)
    );
    const passedOver = (place.folder?.notes ?? []).filter(({ isPassedOver }) => isPassedOver);
    const shown: Report = {
      findings,
      skipped: result.skipped,
      passed_over: passedOver.map(({ file, message }) => ({ file, message })),
      rules_run: runnable(command) - result.skipped.length,
    };
    const unchecked = uncheckedReason(command, shown);
    if (format === 'text') io.write(toText(place.title, shown, unchecked));
    else if (format === 'json')
      io.write(toJson({ place: place.title, ...shown, ...(unchecked && { unchecked }) }));
    else {
      const rules = [UNUSABLE_VALUE, ...RULES.filter(({ id }) => isOn(id))];
      const { version } = io;
      const locate = linesIn(place.folder, guardrails);
      io.write(toJson(toSarif(rules, findings, locate, { version, notes: getNotes(shown) })));
    }
    if (findings.length > 0) return EXIT_FOUND;
    return unchecked === undefined ? EXIT_CLEAN : EXIT_UNCHECKED;
  } finally {
    await place.close();
  }
}

interface Report extends FindingsResult {
  /** Files of the folder that look as if they were meant, but are not read. */
  readonly passed_over: ReadonlyArray<{ readonly file: string; readonly message: string }>;
  readonly rules_run: number;
}

const toJson = (report: object): string => `${JSON.stringify(report, undefined, 2)}\n`;

/** The number of rules that the command asks for. */
const runnable = ({ isOn }: CheckCommand): number =>
  RULES.filter((rule) => isOn(rule.id) && !needsServer(rule)).length;

/** Why a check without findings says too little. */
function uncheckedReason(
  { required }: CheckCommand,
  { skipped, passed_over: passedOver, rules_run: count }: Report
): string | undefined {
  const missed = skipped.filter(({ rule }) => required === 'all' || required.has(rule));
  if (missed.length > 0)
    return `Required, but not checked: ${missed.map(({ rule }) => rule).join(', ')}.`;
  if (passedOver.length > 0) return `Not read: ${passedOver.map(({ file }) => file).join(', ')}.`;
  return count === 0 && skipped.length > 0
    ? 'Nothing was checked: no rule can read what it needs here.'
    : undefined;
}

const getNotes = ({ skipped, passed_over: passedOver }: Report): readonly string[] => [
  ...passedOver.map(({ file, message }) => `${file} ${message}.`),
  ...skipped.map(
    ({ rule, unreadable }) => `Not checked: ${rule}. Not readable here: ${unreadable.join(', ')}.`
  ),
];

function toText(title: string, report: Report, unchecked: string | undefined): string {
  const { findings, skipped, rules_run: count } = report;
  const counts = SEVERITIES.flatMap((one) => {
    const count = findings.filter(({ severity }) => severity === one).length;
    return count > 0 ? [`${count} ${one}`] : [];
  });
  return [
    `Checked ${title}\n`,
    ...findings.map(toLine),
    ...(findings.length > 0
      ? [`\n${findings.length} found: ${counts.join(', ')}.\n`]
      : count === 0 && skipped.length > 0
        ? []
        : skipped.length > 0
          ? [`\nNo findings by the ${count} rules that could run, of ${count + skipped.length}.\n`]
          : ['\nNo findings.\n']),
    ...getNotes(report).map((note) => `${note}\n`),
    ...(unchecked === undefined ? [] : [`\n${unchecked}\n`]),
  ].join('');
}

const toLine = ({ severity, rule, text, reason, fix, choices = [] }: Finding): string =>
  `\n${severity}: ${text} [${rule}]\n  Why: ${reason}\n  Fix: ${fix}\n${choices
    .map((one) => `  Prepared: ${one.text}\n`)
    .join('')}`;

/**
 * Finds entries in the files that have them, by the line that begins them.
 *
 * @param guardrails - the file of promises in place of that of the folder
 */
function linesIn(folder: FolderSource | undefined, guardrails: string | undefined): Locate {
  const texts = new Map<string, readonly string[]>();
  return ({ type, name }: FindingObject) => {
    const own = type === 'guardrails' ? guardrails : undefined;
    const path = own ?? (type === 'api_keys' ? undefined : folder?.getPath(type));
    if (path === undefined) return undefined;
    let lines = texts.get(path);
    if (!lines) texts.set(path, (lines = readFileSync(path, 'utf8').split('\n')));
    const at = lines.findIndex((line) => /^\s*["']?(.*?)["']?\s*:/.exec(line)?.[1] === name);
    return { uri: relative(process.cwd(), path).split(sep).join('/'), line: Math.max(at, 0) + 1 };
  };
}
