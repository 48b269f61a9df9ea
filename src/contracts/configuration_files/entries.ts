/** Converts entries of files to bodies of requests to the engine and back. */
import type { ConfigurationFileKind } from './file_names';

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

/** An entry as a file has it: omits default values, except for keys that a cluster requires. */
export function toFileEntry(kind: ConfigurationFileKind, entity: Json): Json {
  if (kind === 'guardrails') return entity;
  const { reserved, hash: _hash, static: _static, ...rest } = entity;
  const content = Object.fromEntries(Object.entries(rest).filter(([, value]) => !isDefault(value)));
  const isUnmapped = kind === 'rolesmapping' && Object.keys(content).length === 0;
  return {
    reserved: reserved === true,
    ...(kind === 'actiongroups' && { allowed_actions: [] }),
    ...(isUnmapped && { users: [] }),
    ...content,
  };
}

const isDefault = (value: unknown): boolean =>
  value === false ||
  value === null ||
  value === undefined ||
  (typeof value === 'object' && Object.keys(value).length === 0);
