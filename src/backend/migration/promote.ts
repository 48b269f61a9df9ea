/** The commands `compare` and `promote`. */
import { followReferences, type ComparedEntry } from '../../contracts/entities';
import { withReason } from '../api/request_trace';
import type { Promises } from '../changes/plan/plan_checks';
import { OfflineError } from '../embedded/cli/offline_store';
import { BODY_KEY, type FileKind } from '../embedded/configuration_files/file_kinds';
import { planReport, planText } from '../embedded/configuration_files/plan_text';
import { runToCompletion } from '../scheduling/cooperative_task';
import { refuseGuardrailsOption } from './arguments';
import { compareSources, toPrinted, type KindComparison } from './comparison';
import { promisesIn } from './guardrails';
import { impactNotes, findImpact } from './impact';
import { openPlace, type Place, type PlaceIo } from './places';
import {
  brokenNotes,
  checkedNote,
  earlyEnd,
  EXIT_DONE,
  EXIT_FAILED,
  EXIT_DIFFERENT,
  reviewReport,
} from './plan_review';
import { notesText, type Note } from './plan_text';
import type { PromoteCommand } from './promote_arguments';
import {
  planForCluster,
  planForFolder,
  type Chosen,
  type Failure,
  type Outcome,
  type PromotionPlan,
} from './targets';

export interface PromoteIo extends PlaceIo {
  readonly write: (text: string) => void;
}

/**
 * @returns the exit code
 * @throws {MoveError | OfflineError | UsageError | ClusterError | ImportRefusedError} with a text
 *   for the user
 */
export async function runPromote(command: PromoteCommand, io: PromoteIo): Promise<number> {
  const from = await openPlace(command.from, 'SD_FROM_PASSWORD', io);
  try {
    const to = await openPlace(command.to, 'SD_TO_PASSWORD', io);
    try {
      const output = toOutput(command, from, to, io);
      return command.name === 'compare'
        ? await compare(command, from, to, output)
        : await withReason(command.reason, () => promote(command, from, to, output, io));
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

interface Output {
  readonly write: (text: string) => void;
  readonly report: (result: object) => void;
}

function toOutput({ isJson }: PromoteCommand, from: Place, to: Place, io: PromoteIo): Output {
  const write = (text: string): void => {
    if (!isJson) io.write(text);
  };
  write(`From ${from.title}\nto   ${to.title}\n\n`);
  return {
    write,
    report: (result) => {
      const all = { from: from.title, to: to.title, ...result };
      if (isJson) io.write(`${JSON.stringify(all, undefined, 2)}\n`);
    },
  };
}

async function compare(
  { isSelected }: PromoteCommand,
  from: Place,
  to: Place,
  { write, report }: Output
): Promise<number> {
  const comparisons = await compareSources(from.source, to.source, isSelected);
  const changes = comparisons.flatMap((one) =>
    one.compared.flatMap((entry) => toPrinted(one.kind, entry))
  );
  const same = comparisons.map(({ kind: { type }, compared }): [string, number] => [
    type,
    compared.filter(({ action }) => action === 'same').length,
  ]);
  write(planText(changes));
  write(`${same.reduce((sum, [, count]) => sum + count, 0)} are equal.\n`);
  const unreadable = unreadableFiles(comparisons);
  write(notesText(notesOfUnreadable(unreadable)));
  report({ ...planReport(changes), same: Object.fromEntries(same), unreadable });
  return changes.length > 0 ? EXIT_DIFFERENT : EXIT_DONE;
}

const unreadableFiles = (comparisons: readonly KindComparison[]): readonly string[] =>
  comparisons.filter(({ isUnreadable }) => isUnreadable).map(({ kind }) => kind.file);

const notesOfUnreadable = (files: readonly string[]): readonly Note[] =>
  files.map((file) => ({
    text: `${file} is not compared: only the administrator's certificate shows all of it.`,
  }));

async function promote(
  command: PromoteCommand,
  from: Place,
  to: Place,
  { write, report }: Output,
  io: PromoteIo
): Promise<number> {
  const { chosen, missing, unreadable } = await choose(command, from, to);
  const promises = knownPromises(command, to, io);
  const plan = await planFor(to, chosen, from, promises);
  const { writable, leftOut, lockout } = plan;
  const changes = writable.flatMap(({ kind, entry }) => toPrinted(kind, entry));
  const impact = await findImpact(writable, to.source, to.settings);
  write(planText(changes));
  write(
    notesText([
      ...leftOut.map((failure) => ({ text: `Left out: ${failureText(failure)}` })),
      ...notesOfUnreadable(unreadable),
      ...missing.map(({ kind, name }) => ({
        text: `Missing there: ${kind}/${name}. Promoted entries refer to it; --with-dependencies adds it.`,
      })),
      ...plan.notes,
      ...newUserNotes(writable),
      ...impactNotes(impact),
      ...lockout,
      ...(to.cluster && writable.length > 0 ? clusterNotes(command, promises) : []),
      ...brokenNotes(plan),
    ])
  );
  const endWith = (outcome: string, exitCode: number, made: Outcome = NOTHING) => {
    report({
      outcome,
      ...planReport(changes),
      left_out: leftOut.map(failureReport),
      unreadable,
      missing,
      impact,
      ...reviewReport(plan, to.cluster && Object.keys(promises ?? {}).length),
      applied: made.applied.map(entryReport),
      refused: made.refused.map(failureReport),
      unknown: made.unknown.map(failureReport),
      not_tried: made.notTried.map(entryReport),
    });
    return exitCode;
  };
  const finished = leftOut.length > 0 ? EXIT_FAILED : EXIT_DONE;
  const early = earlyEnd(plan, writable.length, command, {
    agreed: 'applies the plan',
    confirmed: 'applies the plan anyway',
  });
  if (early) {
    write(early.text);
    return endWith(early.outcome, early.outcome === 'nothing_to_do' ? finished : early.exitCode);
  }
  const outcome = await plan.apply();
  const { applied, refused, unknown, notTried } = outcome;
  if (applied.length === writable.length) {
    write('\nDone.\n');
    return endWith('done', finished, outcome);
  }
  write(`\nApplied: ${applied.length} of ${writable.length}.\n`);
  writeList(write, 'Not applied', refused.map(failureText));
  writeList(
    write,
    'Unknown, because the cluster was lost before it answered',
    unknown.map(failureText)
  );
  writeList(write, 'Not tried', notTried.map(entryText));
  write('Run the same command again to continue with these.\n');
  return endWith('incomplete', EXIT_FAILED, outcome);
}

/** The guardrails of a cluster, if the command names them. An installation knows its own. */
function knownPromises(
  { guardrails }: PromoteCommand,
  to: Place,
  { settings }: PromoteIo
): Promises | undefined {
  if (!to.cluster) refuseGuardrailsOption(guardrails);
  return guardrails === undefined ? undefined : promisesIn(guardrails, settings);
}

const clusterNotes = (
  { reason }: PromoteCommand,
  promises: Promises | undefined
): readonly Note[] => [
  checkedNote(promises),
  ...(reason === undefined
    ? []
    : [{ text: 'The reason is not kept: a cluster has no history of promotions.' }]),
];

/** @throws {OfflineError} if the target is a folder of files */
function planFor(
  to: Place,
  chosen: readonly Chosen[],
  from: Place,
  promises: Promises | undefined
): Promise<PromotionPlan> {
  if (to.offline) return planForFolder(to.offline, chosen, from.source);
  if (to.cluster) return planForCluster(to.cluster, chosen, from.source, to.settings, promises);
  throw new OfflineError(`${to.title} is a folder of files. Write it with export.`);
}

const NOTHING: Outcome = { applied: [], refused: [], unknown: [], notTried: [] };

function writeList(write: Output['write'], title: string, lines: readonly string[]): void {
  if (lines.length > 0) write([`${title}:`, ...lines.map((line) => `  ${line}`), ''].join('\n'));
}

const entryText = ({ kind, entry: { name } }: Chosen): string => `${kind.file}: ${name}`;
const entryReport = ({ kind: { type }, entry: { name } }: Chosen) => ({ type, name });

const failureText = ({ kind, name, why }: Failure): string => `${kind.file}: ${name}: ${why}`;
const failureReport = ({ kind: { type }, name, why }: Failure) => ({ type, name, why });

const newUserNotes = (plan: readonly Chosen[]): readonly Note[] => {
  const names = plan
    .filter(({ kind, entry }) => kind.type === 'internalusers' && entry.action === 'create')
    .map(({ entry }) => entry.name);
  return names.length === 0
    ? []
    : [{ text: `New users need a password before they can log in: ${names.join(', ')}` }];
};

/** The entries to change, with what they rely on if the command asks for it. */
async function choose(
  { isSelected, withDependencies, isPruning }: PromoteCommand,
  from: Place,
  to: Place
) {
  const comparisons = await compareSources(from.source, to.source);
  const differing = comparisons.flatMap(({ kind, compared }) =>
    compared
      .filter((entry) => isChange(kind, entry, isPruning))
      .map((entry) => ({ kind: kind.type, name: entry.name, change: { kind, entry } }))
  );
  const byKey = new Map(differing.map((one) => [toKey(one), one]));
  const chosen = new Map([...byKey].filter(([, { kind, name }]) => isSelected(kind, name)));
  const missing = runToCompletion(
    followReferences(chosen, {
      sourceOf: ({ change }) => change.entry.after,
      onlyInSource: (key) => {
        const found = byKey.get(key);
        return found?.change.entry.action === 'create' ? found : undefined;
      },
      isAdding: withDependencies,
    })
  );
  return {
    unreadable: unreadableFiles(comparisons.filter(({ kind }) => isSelected(kind.type, BODY_KEY))),
    chosen: differing.filter((one) => chosen.has(toKey(one))).map(({ change }) => change),
    missing,
  };
}

const toKey = ({ kind, name }: { readonly kind: string; readonly name: string }): string =>
  `${kind}/${name}`;

const isChange = (
  { form }: FileKind,
  { action, before }: ComparedEntry,
  isPruning: boolean
): boolean =>
  action === 'delete'
    ? isPruning &&
      form === 'entries' &&
      before?.['reserved'] !== true &&
      before?.['hidden'] !== true
    : action !== 'same';
