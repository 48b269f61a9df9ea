/** Names of entities, searched on the server while one types; other names can be typed too. */
import { type FieldValues, TextCombo, type TextComboProps, useField, useRead } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import type { ResourceType } from '@sd/contracts';
import { useAdmin } from '../../services/admin_context';
import { useFeature } from '../../services/features';
import { resourceKey } from '../../services/query_keys';

const SUGGESTIONS = 50;

export interface EntityComboProps<S extends FieldValues> extends Omit<
  TextComboProps<S>,
  'options' | 'onSearch' | 'isLoading'
> {
  readonly resource: ResourceType;
}

export function EntityCombo<S extends FieldValues>({
  resource,
  ...props
}: EntityComboProps<S>): ReactElement {
  const { entities } = useAdmin();
  const { value: chosen } = useField<S, readonly string[]>(props);
  const [search, setSearch] = useState('');
  // Suggestions are a comfort: where there are none, typing works without them.
  const { data: names = [], isLoading } = useRead(
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
  const options = names.filter((name) => !chosen.includes(name)).map((label) => ({ label }));
  return <TextCombo {...props} options={options} onSearch={setSearch} isLoading={isLoading} />;
}

/** The server searches descriptions and other fields too; whoever types a name means the name. */
function nameMatchesFirst(names: readonly string[], search: string): readonly string[] {
  const isMatch = (name: string) => name.toLowerCase().includes(search.toLowerCase());
  return [...names.filter(isMatch), ...names.filter((name) => !isMatch(name))];
}
