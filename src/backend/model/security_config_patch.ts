/** The base of JSON patches of the security configuration, and what is stored of the result. */
import { isEqual } from 'lodash';
import { isJsonObject } from './entity_shape';
import { getDynamic, withConfigDefaults } from './security_config';

type Json = Readonly<Record<string, unknown>>;

/** Flags that default to `true`, so that `false` is kept. All other flags default to `false`. */
const ON_BY_DEFAULT = new Set([
  'http_enabled',
  'transport_enabled',
  'challenge',
  'multi_rolespan_enabled',
]);

/** Measured: with all defaults, then without values that are false, zero or empty. */
export const securityConfigBase = (document: Json): Record<string, unknown> => ({
  ...document,
  dynamic: lean(withConfigDefaults(document)),
});

function lean(source: Json): Record<string, unknown> {
  const entries = Object.entries(source).filter(([key, value]) => !isLeftOut(key, value));
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      isJsonObject(value) && key !== 'kibana' && key !== 'config' ? lean(value) : value,
    ])
  );
}

function isLeftOut(key: string, value: unknown): boolean {
  if (value === false) return !ON_BY_DEFAULT.has(key);
  if (Array.isArray(value)) return value.length === 0;
  if (isJsonObject(value)) return key === 'config' && Object.keys(value).length === 0;
  return value === null || value === undefined || value === '' || value === 0;
}

/**
 * The patched document to store: without defaults that only the base had, and with stored values
 * that the base omitted. The request did not change either of them.
 */
export const toStored = (patched: Json, base: Json, stored: Json): Record<string, unknown> =>
  isJsonObject(patched['dynamic'])
    ? {
        ...patched,
        dynamic: dropDefaults(patched['dynamic'], getDynamic(base), getDynamic(stored)),
      }
    : { ...patched };

function dropDefaults(patched: Json, base: Json, stored: Json): Record<string, unknown> {
  const entries = Object.entries(patched).flatMap(([key, value]): [string, unknown][] => {
    const isStored = Object.hasOwn(stored, key);
    const filled = Object.hasOwn(base, key) ? base[key] : undefined;
    if (!isStored && isEqual(value, filled)) return [];
    if (!isJsonObject(value) || !isJsonObject(filled)) return [[key, value]];
    const known = isStored && isJsonObject(stored[key]) ? stored[key] : {};
    return [[key, dropDefaults(value, filled, known)]];
  });
  const unseen = Object.entries(stored).filter(([key]) => !Object.hasOwn(base, key));
  return Object.fromEntries([...unseen, ...entries]);
}
