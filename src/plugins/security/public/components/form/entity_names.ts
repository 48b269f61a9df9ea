/** Suggests entities, searched on the server while the user types. */
import type { ResourceType } from '@sd/contracts';
import { useServerQuery } from '@sd/ui_kit';
import { useAdmin } from '../../services/admin_context';
import { useFeature } from '../../services/features';
import { resourceKey } from '../../services/query_keys';

const SUGGESTIONS = 50;

interface EntitySuggestions {
  readonly names: readonly string[];
  /** Descriptions by name, of entities that have one. */
  readonly descriptions: ReadonlyMap<string, string>;
  readonly isLoading: boolean;
}

const NONE = { names: [], descriptions: new Map<string, string>() };

/**
 * Suggests the administrators' own entities before reserved ones. Suggestions are optional: if
 * loading fails, typing still works.
 */
export function useEntityNames(resource: ResourceType, search: string): EntitySuggestions {
  const { entities } = useAdmin();
  const { data = NONE, isLoading } = useServerQuery(
    resourceKey(resource, 'suggestions', search),
    async (signal) => {
      const { items } = await entities.search(
        resource,
        {
          page: 1,
          per_page: SUGGESTIONS,
          sort_field: 'customization',
          ...(search !== '' && { search }),
        },
        signal
      );
      return {
        names: nameMatchesFirst(
          items.map(({ name }) => name),
          search
        ),
        descriptions: new Map(
          items.flatMap(({ name, entity }) =>
            'description' in entity && entity.description ? [[name, entity.description]] : []
          )
        ),
      };
    },
    { keepsPrevious: true, isOff: !useFeature('find') }
  );
  return { ...data, isLoading };
}

/** The server also searches descriptions and other fields; matches in the name come first. */
function nameMatchesFirst(names: readonly string[], search: string): readonly string[] {
  const isMatch = (name: string) => name.toLowerCase().includes(search.toLowerCase());
  return [...names.filter(isMatch), ...names.filter((name) => !isMatch(name))];
}
