/** Computes the changes of an entity field by field. */
type Json = Readonly<Record<string, unknown>>;

/** A missing value equals an unset or empty one. */
const UNSET: readonly string[] = ['reserved', 'hidden', 'static', 'hash', 'description'];

export interface FieldChange {
  /** For example `description`, `attributes.department`, `index_permissions[0].dls`. */
  readonly path: string;
  /** Empty unless the field is a list of texts on both sides. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** `undefined` if the field was added. */
  readonly before: unknown;
  /** `undefined` if the field was removed. */
  readonly after: unknown;
}

/**
 * One entry per changed field, in field order; maps are compared recursively.
 * @param isOrdered - whether the order of texts in lists counts: in the history, which shows each
 *   change, and in the security configuration. Other lists are sets, as in comparisons.
 */
export function fieldChanges(
  before: Json | undefined,
  after: Json | undefined,
  isOrdered = false
): readonly FieldChange[] {
  const changes = differences('', before ?? {}, after ?? {});
  return isOrdered ? changes : changes.filter((one) => !isReordered(one));
}

const isReordered = ({ before, after, added, removed }: FieldChange): boolean =>
  isTexts(before) && isTexts(after) && added.length === 0 && removed.length === 0;

function differences(path: string, before: unknown, after: unknown): readonly FieldChange[] {
  if (isSame(before, after)) return [];
  if (UNSET.includes(path) && !before && !after) return [];
  if (isMap(before) && isMap(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) =>
      differences(path === '' ? key : `${path}.${key}`, before[key], after[key])
    );
  }
  if (isMap(before) && after === undefined) return differences(path, before, {});
  if (isMap(after) && before === undefined) return differences(path, {}, after);
  if (isTexts(before ?? []) && isTexts(after ?? []) && (before ?? after) !== undefined)
    return [textsChange(path, before as readonly string[], after as readonly string[])];
  if (isMaps(before ?? []) && isMaps(after ?? [])) {
    const [old, now] = [(before ?? []) as readonly Json[], (after ?? []) as readonly Json[]];
    return Array.from({ length: Math.max(old.length, now.length) }, (_, at) =>
      differences(`${path}[${at + 1}]`, old[at], now[at])
    ).flat();
  }
  return [{ path, added: [], removed: [], before, after }];
}

function textsChange(
  path: string,
  before: readonly string[] = [],
  after: readonly string[] = []
): FieldChange {
  const [old, now] = [new Set(before), new Set(after)];
  return {
    path,
    added: after.filter((item) => !old.has(item)),
    removed: before.filter((item) => !now.has(item)),
    before,
    after,
  };
}

const isMap = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
const isMaps = (value: unknown): boolean => Array.isArray(value) && value.every(isMap);

/** Ignores the order of keys but not of lists. An empty list equals a missing one. */
const isSame = (before: unknown, after: unknown): boolean => canonical(before) === canonical(after);
const canonical = (value: unknown): string | undefined =>
  JSON.stringify(Array.isArray(value) && value.length === 0 ? undefined : value, sortKeys);
const sortKeys = (_key: string, value: unknown): unknown =>
  isMap(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
