/**
 * Formats the plan or the outcome of a migration for users. Contains names, but neither contents
 * nor secrets.
 */
import { RESOURCE_TYPES } from '../../contracts/entities';
import { RELEASE_LIMITS } from '../../contracts/releases';
import type { Lockout } from '../changes/plan/plan_checks';
import { longestText, textLimit } from './configuration/long_texts';
import { type ConflictPolicy, Sample, type Tally } from './data_type';
import type { ClusterSide } from './cluster_side';
import type { Installation } from './installation';

/** Policy for entries that differ. */
const FATES: ReadonlyArray<readonly [ConflictPolicy | undefined, string]> = [
  ['replace', 'replaced there'],
  ['keep', 'left there as it is'],
  [undefined, 'there under the same name, with another content'],
];

const HEAD = ['new', 'equal', 'differs', 'left out'];

export function planText(tallies: readonly Tally[]): string {
  const rows = tallies.map(({ title, counts, leftOut }) => ({
    title,
    cells: [counts.new, counts.equal, counts.differs, leftOut.count].map(String),
  }));
  const width = Math.max(0, ...rows.map(({ title }) => title.length));
  const formatRow = (title: string, cells: readonly string[]) =>
    `  ${title.padEnd(width)}${cells.map((cell) => cell.padStart(10)).join('')}\n`;
  const table = [formatRow('', HEAD), ...rows.map(({ title, cells }) => formatRow(title, cells))];
  return [
    ...table,
    ...FATES.flatMap((fate) => differing(tallies, ...fate)),
    ...leftOut(tallies),
  ].join('');
}

function differing(
  tallies: readonly Tally[],
  onConflict: ConflictPolicy | undefined,
  what: string
): string[] {
  const some = tallies.filter(
    (tally) => tally.differing.count > 0 && tally.onConflict === onConflict
  );
  if (some.length === 0) return [];
  return [
    `\nDiffers (${what}):\n`,
    ...some.flatMap(({ title, differing: sample }) => joinNames(title, sample, (name) => name)),
  ];
}

function leftOut(tallies: readonly Tally[]): string[] {
  const some = tallies.filter(({ leftOut: { count } }) => count > 0);
  if (some.length === 0) return [];
  return [
    '\nLeft out:\n',
    ...some.flatMap(({ title, leftOut: sample }) =>
      joinNames(title, sample, ({ name, why }) => `${name}: ${why}`)
    ),
  ];
}

function joinNames<T>(title: string, sample: Sample<T>, text: (item: T) => string): string[] {
  const more = sample.count - sample.first.length;
  return [
    `  ${title}\n`,
    ...sample.first.map((item) => `    ${text(item)}\n`),
    ...(more > 0 ? [`    … and ${more} more\n`] : []),
  ];
}

/** A note besides the counts. */
export interface Note {
  readonly text: string;
  readonly names?: Sample<string>;
}

export const notesText = (notes: readonly Note[]): string =>
  notes.map(({ text, names }) => `\n${text}\n${names ? `  ${namesText(names)}\n` : ''}`).join('');

function namesText({ first, count }: Sample<string>): string {
  const more = count - first.length;
  return first.join(', ') + (more > 0 ? `, … and ${more} more` : '');
}

/** A note as JSON. */
export const noteReport = ({ text, names }: Note): object => ({
  text,
  ...(names && { names: names.first, count: names.count }),
});

export const kindReport = ({ title, counts, differing: other, leftOut: left, written }: Tally) => ({
  title,
  ...counts,
  to_write: written,
  left_out: left.count,
  differing: other.first,
  left_out_first: left.first,
});

/** Differences of users on a cluster that the counts do not show. */
export function warningsForCluster({ users }: Pick<Installation, 'users'>): readonly Note[] {
  const [foreign, factors, keys, duties, without] = Array.from(
    { length: 5 },
    () => new Sample<string>()
  );
  for (const { name, hash, hasFactor, hasApiKeys, mustChangePassword } of users()) {
    if (hash === undefined) without?.add(name);
    else if (!hash.startsWith('$2')) foreign?.add(name);
    if (hasFactor) factors?.add(name);
    if (hasApiKeys) keys?.add(name);
    if (mustChangePassword) duties?.add(name);
  }
  return [
    note(
      'Their passwords are hashed with argon2 or PBKDF2. The hashes move, but a cluster verifies those of one kind alone (plugins.security.password.hashing.algorithm, bcrypt as shipped): where it is another, they need a new password there:',
      foreign
    ),
    note('They have no password, and none there that anybody knows:', without),
    note('They have a second factor, which a cluster does not ask for; it stays here:', factors),
    note('They have API keys, which a cluster does not take; these stay here:', keys),
    note('They have to set a new password, which a cluster does not demand:', duties),
  ].flat();
}

/** Entries that the certificate can write, and that nobody can edit afterwards. */
export async function longTextNotes(
  { configuration }: Installation,
  cluster: Pick<ClusterSide, 'configuration' | 'release'>
): Promise<readonly Note[]> {
  const long = new Sample<string>();
  // Without the certificate they are left out, each with its reason.
  if (cluster.configuration.showsHashes)
    for (const type of RESOURCE_TYPES)
      for (const { name, entity } of configuration.entries(type))
        if (longestText(entity) > textLimit(cluster.release)) long.add(`${type}/${name}`);
  return note(
    `They have a text, such as a document query, of more than ${RELEASE_LIMITS.text} characters. They work there, but this release refuses every change of them until it is shorter:`,
    long
  );
}

/** @param cluster - its objects must have been read */
export async function notesFrom(
  { configuration, objects }: ClusterSide,
  installation: Installation
): Promise<readonly Note[]> {
  const without = new Sample<string>();
  if (!configuration.showsHashes)
    for await (const { name } of configuration.entries('internalusers')) {
      const there = await installation.configuration.present('internalusers', name);
      if (there === undefined || there === 'built_in' || there.hash === undefined)
        without.add(name);
    }
  const unknown = new Sample<string>();
  unknown.add(...objects.unknownIndices);
  const fields = [...objects.otherFields].join(', ');
  return [
    note(
      "The cluster shows hashes to the administrator's certificate alone: they come without a password and cannot log in until someone sets one (security reset-admin sets the first):",
      without
    ),
    note(
      'Indices of private tenants whose owners nothing here names; --person=NAME moves them:',
      unknown
    ),
    note(
      `Objects with fields that only a cluster keeps (${fields}), which stay there:`,
      objects.withOtherFields
    ),
  ].flat();
}

export const lockoutNotes = (lockouts: readonly Lockout[]): readonly Note[] =>
  lockouts.map(({ text, names }) => {
    const sample = new Sample<string>();
    sample.add(...(names ?? []));
    return { text, ...(names && { names: sample }) };
  });

const note = (text: string, names: Sample<string> | undefined): readonly Note[] =>
  names && names.count > 0 ? [{ text, names }] : [];
