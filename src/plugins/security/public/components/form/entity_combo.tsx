/** Names of entities, searched on the server while one types; other names can be typed too. */
import { type FieldValues, TextCombo, type TextComboProps, useField } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import type { ResourceType } from '@sd/contracts';
import { useEntityNames } from './entity_names';

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
  const { value: chosen } = useField<S, readonly string[]>(props);
  const [search, setSearch] = useState('');
  const { names, isLoading } = useEntityNames(resource, search);
  const options = names.filter((name) => !chosen.includes(name)).map((label) => ({ label }));
  return <TextCombo {...props} options={options} onSearch={setSearch} isLoading={isLoading} />;
}
