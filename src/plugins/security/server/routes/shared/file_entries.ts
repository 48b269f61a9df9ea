/** Conversion between entries in configuration files and entities of the engine. */
type Json = Readonly<Record<string, unknown>>;

/** Legacy keys, which a cluster reads and ignores. */
const LEGACY_USER_KEYS = ['enabled', 'service'];
/** Files may contain empty entries, request bodies may not. */
const EMPTY_ENTRIES: Readonly<Record<string, Json>> = {
  tenants: { description: '' },
  actiongroups: { allowed_actions: [] },
  roles: { cluster_permissions: [] },
  rolesmapping: { users: [] },
  internalusers: { backend_roles: [] },
};
const FLAGS = ['reserved', 'hidden', 'static'];

/** Request body for an entry, without unset values. */
export function sentEntry(kind: string, entry: Json | null): Json {
  const dropped = kind === 'internalusers' ? LEGACY_USER_KEYS : [];
  const sent = Object.entries(entry ?? {}).filter(
    ([key, value]) =>
      value !== null && !dropped.includes(key) && !(FLAGS.includes(key) && value === false)
  );
  return sent.length > 0 ? Object.fromEntries(sent) : (EMPTY_ENTRIES[kind] ?? {});
}

/** Form of an entry for comparisons, without defaults and secrets. */
export function comparable(kind: string, entity: Json): Json {
  if (kind === 'audit') return entity;
  const { hash: _hash, static: _static, ...content } = entity;
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
  typeof element === 'object' && element !== null && !Array.isArray(element)
    ? withoutEmpty(element as Json)
    : element;

const withoutEmpty = (source: Json): Json =>
  Object.fromEntries(
    Object.entries(source)
      .filter(([, value]) => !isEmpty(value))
      .sort(([one], [other]) => (one < other ? -1 : 1))
  );

/** Whether a value means the same as its absence. */
export const isEmpty = (value: unknown): boolean =>
  value === false ||
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);
