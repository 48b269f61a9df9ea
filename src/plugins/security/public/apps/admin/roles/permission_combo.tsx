/** Picks permissions: in sections, exact matches first, each with a line on what it is for. */
import { type FieldProps, type FieldValues, TextCombo, useField } from '@sd/ui_kit';
import { type ReactElement, useMemo, useState } from 'react';
import {
  freeTextHelp,
  type PermissionNames,
  permissionPlaceholder,
  unknownPermissionProblem,
} from './permission_options';
import { permissionSections, type PermissionScope } from './permission_sections';

export interface PermissionComboProps<S extends FieldValues> extends FieldProps<
  S,
  readonly string[]
> {
  readonly label: string;
  readonly names: PermissionNames;
  readonly scope: PermissionScope;
}

export function PermissionCombo<S extends FieldValues>({
  names,
  scope,
  ...props
}: PermissionComboProps<S>): ReactElement {
  const [search, setSearch] = useState('');
  const { value: chosen } = useField<S, readonly string[]>(props);
  const doubts = new Map(
    chosen.flatMap((value) => {
      const problem = unknownPermissionProblem(value, names);
      return problem === undefined ? [] : [[value, problem] as const];
    })
  );
  const options = useMemo(() => permissionSections(names, scope, search), [names, scope, search]);
  return (
    <TextCombo
      {...props}
      placeholder={permissionPlaceholder()}
      helpText={freeTextHelp()}
      options={options}
      onSearch={setSearch}
      isDescribed
      doubts={doubts}
      problemOfNew={(value) => unknownPermissionProblem(value, names)}
    />
  );
}
