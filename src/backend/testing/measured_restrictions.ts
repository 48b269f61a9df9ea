/**
 * Reads the tables of docs/reference/restrictions.md: which of two entries a cluster applies. Unit
 * tests compare the model with them, and cluster tests the tables with a cluster.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export type MeasuredRelease = '2.19' | '3.4';
/** `one`: either, which is undefined. */
type Applied = '1' | '2' | 'both' | 'one';

export interface MeasuredPair {
  /** Kinds of the first and the second entry. */
  readonly first: string;
  readonly second: string;
  readonly applied: Applied;
}

/** What the documents of a table are in. */
export type MeasuredPlace = 'an index with an alias' | 'a data stream';

const FILE = path.resolve(__dirname, '../../../docs/reference/restrictions.md');
export const ATTRIBUTE = 'place';

/** Index patterns of each kind, for the index, alias or data stream whose names begin like this. */
export const patternsByKind = (
  place: MeasuredPlace,
  start: string
): Readonly<Record<string, readonly string[]>> => {
  const fromAttribute = [`\${attr.internal.${ATTRIBUTE}}`];
  if (place === 'a data stream') {
    const stream = streamName(start);
    return {
      stream: [stream],
      'stream pattern': [`${stream}*`],
      'backing pattern': [`.ds-${stream}*`],
      'backing regex': [`/\\.ds-${stream}.*/`],
      list: [`.ds-${stream}*`, stream],
      star: ['*'],
      attribute: fromAttribute,
    };
  }
  const { index, alias } = indexNames(start);
  return {
    name: [index],
    pattern: [`${start}-*`],
    alias: [alias],
    'alias pattern': [`${start}al*`],
    'wide pattern': [`${start}*`],
    list: [index, alias],
    regex: [`/${start}-.*/`],
    'wide regex': [`/${start}.*/`],
    star: ['*'],
    attribute: fromAttribute,
    mixed: [index, '${attr.internal.unknown}'],
  };
};

export const indexNames = (start: string): { readonly index: string; readonly alias: string } => ({
  index: `${start}-staff`,
  alias: `${start}alias`,
});
/** No regular expression for the index matches it. */
export const streamName = (start: string): string => `stream-${start}`;
export const backingIndex = (start: string): string => `.ds-${streamName(start)}-000001`;

/** The pairs of the table below the heading that names release and place. */
export function measuredPairs(
  release: MeasuredRelease,
  place: MeasuredPlace
): readonly MeasuredPair[] {
  const [, section = ''] = readFileSync(FILE, 'utf8').split(`### ${release}, ${place}\n`);
  const [header = [], , ...rows] = (section.split('\n#')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
    );
  return rows.flatMap(([first = '', ...cells]) =>
    cells.map((applied, at) => ({
      first,
      second: header[at + 1] ?? '',
      applied: applied as Applied,
    }))
  );
}
