/** Suggests entity names, searched on the server while the user types. */
import type { ResourceType } from '@sd/contracts';
import { useServerQuery } from '@sd/ui_kit';
import { useAdmin } from '../../services/admin_context';
import { useFeature } from '../../services/features';
import { resourceKey } from '../../services/query_keys';

const SUGGESTIONS = 50;

/** Suggestions are optional: if loading fails, typing still works. */
export function useEntityNames(
  resource: ResourceType,
  search: string
): { readonly names: readonly string[]; readonly isLoading: boolean } {
  const { entities } = useAdmin();
  const { data: names = [], isLoading } = useServerQuery(
    resourceKey(resource, 'suggestions', search),
    async (signal) => {
      const query = { page: 1, per_page: SUGGESTIONS, ...(search !== '' && { search }) };
      const { items } = await entities.search(resource, query, signal);
      return nameMatchesFirst(
        items.map(({ name }) => name),
        search
      );
    },
    { keepsPrevious: true, isOff: !useFeature('find') }
  );
  return { names, isLoading };
}

/** The server also searches descriptions and other fields; matches in the name come first. */
function nameMatchesFirst(names: readonly string[], search: string): readonly string[] {
  const isMatch = (name: string) => name.toLowerCase().includes(search.toLowerCase());
  return [...names.filter(isMatch), ...names.filter((name) => !isMatch(name))];
}
