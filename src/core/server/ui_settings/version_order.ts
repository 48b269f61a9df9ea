/** Order of platform versions, `7.10.2` or `8.0.0-beta1`, as ids of settings documents. */

interface Version {
  readonly numbers: readonly [number, number, number];
  readonly preRelease: string;
}

const parse = (text: string): Version | undefined => {
  const match = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?$/.exec(text);
  return match
    ? {
        numbers: [Number(match[1]), Number(match[2]), Number(match[3])],
        preRelease: match[4] ?? '',
      }
    : undefined;
};

/** Negative when `a` is older. Only for texts that `isVersion` accepts. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)];
  if (!left || !right) return 0;
  for (let index = 0; index < 3; index++) {
    const difference = (left.numbers[index] as number) - (right.numbers[index] as number);
    if (difference !== 0) return difference;
  }
  if (left.preRelease === right.preRelease) return 0;
  // A release is newer than what led to it.
  if (left.preRelease === '') return 1;
  if (right.preRelease === '') return -1;
  return left.preRelease.localeCompare(right.preRelease, 'en', { numeric: true });
}

export const isVersion = (text: string): boolean => parse(text) !== undefined;
