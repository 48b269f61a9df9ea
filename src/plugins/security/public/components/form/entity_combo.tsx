/** Combo box of entity names, searched on the server. Accepts unknown names and marks them. */
import { type FieldValues, TextCombo, type TextComboProps, useField } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import type { ResourceType } from '@sd/contracts';
import { useEntityNames } from './entity_names';
import { newNameText, useUnknownNames } from './unknown_names';

export interface EntityComboProps<S extends FieldValues> extends Omit<
  TextComboProps<S>,
  'options' | 'onSearch' | 'isLoading' | 'newText'
> {
  readonly resource: ResourceType;
  /** Suggested before the names from the server. */
  readonly first?: readonly string[];
  /** Whether a value is a single entity name rather than a pattern; by default all are. */
  readonly isName?: (name: string) => boolean;
}

const isAlwaysName = (): boolean => true;
const itself = (name: string): string => name;

export function EntityCombo<S extends FieldValues>({
  resource,
  first = [],
  isName = isAlwaysName,
  ...props
}: EntityComboProps<S>): ReactElement {
  const { doubts, labelOf = itself } = props;
  const { value: chosen } = useField<S, readonly string[]>(props);
  const [search, setSearch] = useState('');
  const { names, descriptions, isLoading } = useEntityNames(resource, search);
  const unknown = useUnknownNames(resource, chosen.filter(isName));
  const isFound = (name: string) => labelOf(name).toLowerCase().includes(search.toLowerCase());
  const options = [...first.filter(isFound), ...names.filter((name) => !first.includes(name))]
    .filter((name) => !chosen.includes(name))
    .map((name) => ({
      label: labelOf(name),
      key: name,
      value: name,
      'aria-description': descriptions.get(name),
    }));
  return (
    <TextCombo
      {...props}
      options={options}
      onSearch={setSearch}
      isLoading={isLoading}
      isDescribed={resource === 'roles'}
      doubts={new Map([...unknown, ...(doubts ?? [])])}
      newText={newNameText(resource)}
    />
  );
}
