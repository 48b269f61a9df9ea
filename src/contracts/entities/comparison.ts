/**
 * Comparison of two configurations: files with an installation, or two installations. Import,
 * `diff`, `migrate`, `compare` and `promote` all compare this way.
 */
type Json = Readonly<Record<string, unknown>>;

/** One name that at least one side has. Its action turns the first side into the second. */
export interface ComparedEntry {
  readonly name: string;
  readonly action: 'create' | 'update' | 'delete' | 'same';
  /** Of the first side, without defaults and secrets. */
  readonly before?: Json;
  /** Of the second side. */
  readonly after?: Json;
}

/** @param kind - a type of entities, or the id of a document */
export function* compareEntries(
  kind: string,
  before: ReadonlyMap<string, object>,
  after: ReadonlyMap<string, object>
): Generator<ComparedEntry> {
  const planned = plannedEntries(kind, before, after, { isDeleted: () => true });
  for (const { present: _present, desired: _desired, ...compared } of planned) yield compared;
}

/** The entries that are there; a map, or a store that reads them one by one. */
export interface PresentEntries<T extends object = object> {
  get(name: string): T | undefined;
  [Symbol.iterator](): Iterator<readonly [name: string, entry: T]>;
}

/** An entry of a plan: what makes the present entry the desired one. */
export interface PlannedEntry<
  P extends object = object,
  D extends object = P,
> extends ComparedEntry {
  /** As it is there, and as it is desired, with defaults. */
  readonly present?: P | undefined;
  readonly desired?: D | undefined;
  /** Whether a secret is written, which comparisons leave out. */
  readonly hasSecret?: true;
}

export interface PlanRules<P extends object = object> {
  /** Whether an entry that is not desired is deleted. Default: none. */
  readonly isDeleted?: ((name: string, present: P) => boolean) | undefined;
  /** Whether the desired entry of this name has a secret to write. Default: none. */
  readonly hasSecret?: (name: string) => boolean;
}

/**
 * What would make desired entries of one kind come true. Every plan begins with this, of the server
 * and of commands.
 * @param kind - a type of entities, or the id of a document
 */
export function* plannedEntries<P extends object, D extends object>(
  kind: string,
  present: PresentEntries<P>,
  desired: ReadonlyMap<string, D>,
  { isDeleted, hasSecret }: PlanRules<P>
): Generator<PlannedEntry<P, D>> {
  for (const [name, entry] of desired) {
    const there = present.get(name);
    const compared = { ...comparedEntry(kind, name, there, entry), present: there, desired: entry };
    if (hasSecret?.(name) !== true) yield compared;
    else
      yield {
        ...compared,
        action: compared.action === 'same' ? 'update' : compared.action,
        hasSecret: true,
      };
  }
  if (!isDeleted) return;
  for (const [name, there] of present)
    if (!desired.has(name) && isDeleted(name, there))
      yield { ...comparedEntry(kind, name, there, undefined), present: there };
}

function comparedEntry(
  kind: string,
  name: string,
  first: object | undefined,
  second: object | undefined
): ComparedEntry {
  const [before, after] = [first, second].map((one) => one && comparable(kind, one));
  if (!before) return { name, action: 'create', ...(after && { after }) };
  if (!after) return { name, action: 'delete', before };
  return {
    name,
    action: canonical(kind, before) === canonical(kind, after) ? 'same' : 'update',
    before,
    after,
  };
}

/** The same text for two entries exactly if they are the same. */
export const entryText = (kind: string, entry: object): string =>
  canonical(kind, comparable(kind, entry)) as string;

/** One name of both sides. Also `same` if neither side exists. */
export const compareEntry = (
  kind: string,
  name: string,
  before: object | undefined,
  after: object | undefined
): ComparedEntry =>
  before || after ? comparedEntry(kind, name, before, after) : { name, action: 'same' };

export const isSameEntry = (kind: string, one: object, other: object): boolean =>
  comparedEntry(kind, '', one, other).action === 'same';

/** Fields whose values differ. */
export const differingFields = (
  kind: string,
  { before = {}, after = {} }: Pick<ComparedEntry, 'before' | 'after'>
): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => canonical(kind, before[field]) !== canonical(kind, after[field]))
    .sort();

const ENTITY_KINDS = ['tenants', 'actiongroups', 'roles', 'rolesmapping', 'internalusers'];

/** Without secrets, and without fields that mean the same when absent. */
function comparable(kind: string, entry: object): Json {
  if (!ENTITY_KINDS.includes(kind)) return { ...entry };
  const {
    hash: _hash,
    static: _static,
    ...content
  } = { hash: undefined, static: undefined, ...entry };
  return withoutEmpty(
    Object.fromEntries(
      Object.entries(content).map(([key, value]) => [
        key,
        Array.isArray(value) ? value.map(compactElement) : value,
      ])
    )
  );
}

const compactElement = (element: unknown): unknown =>
  isMap(element) ? withoutEmpty(element) : element;

const withoutEmpty = (source: Json): Json =>
  Object.fromEntries(
    Object.entries(source)
      .filter(([, value]) => !isEmptyValue(value))
      .sort(([one], [other]) => (one < other ? -1 : 1))
  );

/** Whether a value means the same as its absence. */
export const isEmptyValue = (value: unknown): boolean =>
  value === false ||
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const isMap = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * JSON with sorted keys at all levels. Lists of texts are sets (permissions, patterns, users,
 * categories …), and releases of a cluster return them in different orders. Only the security
 * configuration has lists whose order counts, such as the steps of `roles_key`.
 */
const canonical = (kind: string, value: unknown): string | undefined =>
  JSON.stringify(value, (_key, inner: unknown) => {
    if (isMap(inner))
      return Object.fromEntries(
        Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1))
      );
    const isSet = kind !== 'config' && Array.isArray(inner) && inner.every(isText);
    return isSet ? [...new Set<unknown>(inner)].sort() : inner;
  }) as string | undefined;

const isText = (value: unknown): boolean => typeof value === 'string';
