/** The command `check`. */
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { FILE_KINDS } from '../embedded/configuration_files/file_kinds';
import type { Finding, FindingsResult } from '../api/engine';
import { RULES, findFindings } from '../findings/find_findings';
import { SEVERITIES, type FindingObject } from '../../contracts/api';
import { runToCompletion } from '../scheduling/cooperative_task';
import type { CheckCommand } from './check_arguments';
import { checkedConfiguration } from './checked_configuration';
import { promisesIn } from './guardrails';
import { openPlace, type PlaceIo } from './places';
import { sarifOf, type Locate } from './sarif';

export interface CheckIo extends PlaceIo {
  readonly write: (text: string) => void;
}

const [EXIT_CLEAN, EXIT_FOUND] = [0, 1];

/**
 * @returns the exit code
 * @throws {MoveError | OfflineError | UsageError | ClusterError | ImportRefusedError} with a text
 *   for the user
 */
export async function runCheck(command: CheckCommand, io: CheckIo): Promise<number> {
  const { format, isOn, thresholds } = command;
  const place = await openPlace(command.place, 'SD_FROM_PASSWORD', io);
  try {
    const read = await checkedConfiguration(place.source, io.settings);
    const { guardrails } = command;
    const configuration = {
      ...read,
      canSuspend: place.offline !== undefined,
      ...(guardrails !== undefined && { guardrails: promisesIn(guardrails, io.settings) }),
    };
    const result = runToCompletion(findFindings(configuration, { isOn, thresholds }));
    const worst = SEVERITIES.slice(0, SEVERITIES.indexOf(command.severity) + 1);
    const findings = result.findings.filter(({ severity }) => worst.includes(severity));
    const shown = { ...result, findings };
    const isFolder = !place.cluster && !place.offline;
    if (format === 'text') io.write(textOf(place.title, shown));
    else io.write(`${JSON.stringify(reportOf(format), undefined, 2)}\n`);
    return findings.length > 0 ? EXIT_FOUND : EXIT_CLEAN;

    function reportOf(kind: 'json' | 'sarif'): object {
      if (kind === 'json') return { place: place.title, ...shown };
      return sarifOf(
        RULES.filter(({ id }) => isOn(id)),
        findings,
        isFolder ? linesIn(place.title) : () => undefined
      );
    }
  } finally {
    await place.close();
  }
}

function textOf(title: string, { findings, skipped }: FindingsResult): string {
  const counts = SEVERITIES.flatMap((one) => {
    const count = findings.filter(({ severity }) => severity === one).length;
    return count > 0 ? [`${count} ${one}`] : [];
  });
  return [
    `Checked ${title}\n`,
    ...findings.map(lineOf),
    ...(findings.length > 0
      ? [`\n${findings.length} found: ${counts.join(', ')}.\n`]
      : ['\nNo findings.\n']),
    ...skipped.map(
      ({ rule, unreadable }) =>
        `Not checked: ${rule}. Not readable here: ${unreadable.join(', ')}.\n`
    ),
  ].join('');
}

const lineOf = ({ severity, rule, text, reason, fix, choices = [] }: Finding): string =>
  `\n${severity}: ${text} [${rule}]\n  Why: ${reason}\n  Fix: ${fix}\n${choices
    .map((one) => `  Prepared: ${one.text}\n`)
    .join('')}`;

/** Finds entries in the files of a folder, by the line that begins them. */
function linesIn(dir: string): Locate {
  const texts = new Map<string, readonly string[]>();
  return ({ type, name }: FindingObject) => {
    const file = FILE_KINDS.find((kind) => kind.type === type)?.file as string;
    const path = join(dir, file);
    let lines = texts.get(file);
    if (!lines) texts.set(file, (lines = readFileSync(path, 'utf8').split('\n')));
    const at = lines.findIndex((line) => /^\s*["']?(.*?)["']?\s*:/.exec(line)?.[1] === name);
    return { uri: relative(process.cwd(), path).split(sep).join('/'), line: Math.max(at, 0) + 1 };
  };
}
