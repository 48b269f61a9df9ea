/** What would move, or has moved, for people. Names only: no content, no secret. */
import type { ConflictPolicy, Sample, Tally } from './data_type';

/** What becomes of entries that differ. */
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
  const line = (title: string, cells: readonly string[]) =>
    `  ${title.padEnd(width)}${cells.map((cell) => cell.padStart(10)).join('')}\n`;
  const table = [line('', HEAD), ...rows.map(({ title, cells }) => line(title, cells))];
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
    ...some.flatMap(({ title, differing: sample }) => listed(title, sample, (name) => name)),
  ];
}

function leftOut(tallies: readonly Tally[]): string[] {
  const some = tallies.filter(({ leftOut: { count } }) => count > 0);
  if (some.length === 0) return [];
  return [
    '\nLeft out:\n',
    ...some.flatMap(({ title, leftOut: sample }) =>
      listed(title, sample, ({ name, why }) => `${name}: ${why}`)
    ),
  ];
}

function listed<T>(title: string, sample: Sample<T>, text: (item: T) => string): string[] {
  const more = sample.count - sample.first.length;
  return [
    `  ${title}\n`,
    ...sample.first.map((item) => `    ${text(item)}\n`),
    ...(more > 0 ? [`    … and ${more} more\n`] : []),
  ];
}

/** What a reader has to know beside the numbers. */
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

/** The same for scripts. */
export const noteReport = ({ text, names }: Note): object => ({
  text,
  ...(names && { names: names.first, count: names.count }),
});

export const kindReport = ({ title, counts, differing: other, leftOut: left, written }: Tally) => ({
  ...{ title, ...counts, to_write: written },
  ...{ left_out: left.count, differing: other.first, left_out_first: left.first },
});
