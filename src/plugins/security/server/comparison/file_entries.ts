/** Converts entries of configuration files to requests of the engine, and compares them. */
import { compareEntries, type ComparedEntry, type ImportKind } from '@sd/contracts';

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

/** Also `same` if neither side exists. */
export function compareEntry(
  kind: ImportKind,
  name: string,
  before: object | undefined,
  after: object | undefined
): ComparedEntry {
  const side = (entry: object | undefined) => new Map(entry && [[name, entry]]);
  const [compared] = compareEntries(kind, side(before), side(after));
  return compared ?? { name, action: 'same' };
}
