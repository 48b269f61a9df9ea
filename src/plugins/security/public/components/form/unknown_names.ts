/** Finds selected names that do not exist in the backend, while the user types. */
import type { ResourceType } from '@sd/contracts';
import { t } from '@sd/core/public';
import { readOnce, useServerQuery } from '@sd/ui_kit';
import { useAdmin } from '../../services/admin_context';
import { resourceKey } from '../../services/query_keys';
import { useDebouncedValue } from '../../services/use_debounced_value';

const DEBOUNCE_MS = 150;
/**
 * Number of names that are checked, each by its own request. Further names are assumed to exist.
 */
const MAX_LOOKUPS = 20;

/**
 * @param names - entity names, without patterns
 * @returns one sentence per unknown name; names that cannot be checked are skipped
 */
export function useUnknownNames(
  resource: ResourceType,
  names: readonly string[]
): ReadonlyMap<string, string> {
  const { entities, kit } = useAdmin();
  const { queries } = kit.services;
  const requested = useDebouncedValue(
    JSON.stringify(names.slice(0, MAX_LOOKUPS)),
    Object.is,
    DEBOUNCE_MS
  );
  const exists = (name: string): Promise<boolean> =>
    readOnce(
      queries,
      resourceKey(resource, 'exists', name),
      async (signal) => (await entities.find(resource, name, signal)) !== undefined
    ).catch(() => true);
  const { data = [] } = useServerQuery(
    resourceKey(resource, 'unknown', requested),
    async () => {
      const lookups = (JSON.parse(requested) as readonly string[]).map(async (name) =>
        (await exists(name)) ? [] : [name]
      );
      return (await Promise.all(lookups)).flat();
    },
    { keepsPrevious: true, isOff: requested === '[]' }
  );
  const unknown = data.filter((name) => names.includes(name));
  return new Map(unknown.map((name) => [name, unknownText(resource, name)]));
}

function unknownText(resource: ResourceType, name: string): string {
  const values = { name };
  switch (resource) {
    case 'roles':
      return t('security.unknown.role', 'There is no role “{name}”.', values);
    case 'tenants':
      return t('security.unknown.tenant', 'There is no tenant “{name}”.', values);
    case 'internalusers':
      return t(
        'security.unknown.user',
        'There is no internal user “{name}”. An external user can have this name.',
        values
      );
    case 'actiongroups':
    case 'rolesmapping':
      return t('security.unknown.other', '“{name}” does not exist.', values);
  }
}

/** Text of the suggestion list for an unknown value; EUI inserts the value. */
export const newNameText = (resource: ResourceType): string =>
  resource === 'tenants'
    ? t(
        'security.unknown.newTenant',
        'No matches for {searchValue}. Press Enter to add it anyway.',
        { searchValue: '{searchValue}' }
      )
    : t('security.unknown.newName', 'No matches for {searchValue}. Press Enter to add it anyway.', {
        searchValue: '{searchValue}',
      });
