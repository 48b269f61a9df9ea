/** What one request did is one row of a list, however many entries it has changed. */

export interface Act<T> {
  /** Stands for the whole. */
  readonly main: T;
  /** All of it in the order of the list, on this page of the list. */
  readonly parts: readonly T[];
}

/**
 * Groups neighbors of a list.
 * @param requestOf - id of the request; `undefined` if it is unknown or the item stands alone
 * @param isMain - whether the item says what the whole was; by default the first one stands for it
 */
export function groupActs<T>(
  items: readonly T[],
  requestOf: (item: T) => string | undefined,
  isMain: (item: T) => boolean = () => false
): ReadonlyArray<Act<T>> {
  const groups: T[][] = [];
  let last: string | undefined;
  for (const item of items) {
    const request = requestOf(item);
    if (request !== undefined && request === last) groups.at(-1)?.push(item);
    else groups.push([item]);
    last = request;
  }
  return groups.flatMap((parts) => {
    const main = parts.find(isMain) ?? parts[0];
    return main === undefined ? [] : [{ main, parts }];
  });
}
