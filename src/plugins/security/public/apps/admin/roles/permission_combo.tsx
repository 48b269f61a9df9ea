/** Permission picker with sections, exact matches first, and a description of each permission. */
import { type ReactElement, useMemo, useState } from 'react';
import { t } from '@sd/core/public';
import type { ActionGroup } from '@sd/contracts';
import {
  type ComboOptions,
  type FieldProps,
  type FieldValues,
  TextCombo,
  useField,
} from '@sd/ui_kit';
import { permissionHelp } from './permission_help';
import {
  freeTextHelp,
  type PermissionNames,
  permissionPlaceholder,
  unknownPermissionProblem,
} from './permission_options';

/** Kind of picker: cluster permissions, index permissions or members of an action group. */
type PermissionScope = 'cluster' | 'index' | 'all';

interface Section {
  readonly label: string;
  readonly names: readonly string[];
}

/**
 * @param search - typed text: keeps the names that contain it, exact matches first, then names that
 * start with it
 */
function permissionSections(
  names: PermissionNames,
  scope: PermissionScope,
  search: string
): ComboOptions {
  const term = search.trim().toLowerCase();
  const sections = listSections(names, scope).map(({ label, names: all }) => ({
    label,
    names: rankNames(all, term),
  }));
  const exact = sections
    .flatMap((section) => section.names)
    .filter((name) => term !== '' && name.toLowerCase() === term);
  const first = {
    label: t('security.permissions.exact', 'Exact match'),
    names: [...new Set(exact)],
  };
  const others = sections.map(({ label, names: found }) => ({
    label,
    names: found.filter((name) => !exact.includes(name)),
  }));
  return [first, ...others]
    .filter((section) => section.names.length > 0)
    .map(({ label, names: found }) => ({
      label,
      options: found.map((name) => ({
        label: name,
        'aria-description': permissionHelp(name, names.members),
      })),
    }));
}

function rankNames(names: readonly string[], term: string): readonly string[] {
  const found = names.filter((name) => name.toLowerCase().includes(term));
  const isFirst = (name: string) => name.toLowerCase().startsWith(term);
  return [...found.filter(isFirst), ...found.filter((name) => !isFirst(name))];
}

function listSections(names: PermissionNames, scope: PermissionScope): readonly Section[] {
  const groups = names.groups.filter((name) => fits(names.members[name], scope));
  const ofScope = [
    ...(scope === 'index' ? [] : byVerb(names.cluster)),
    ...(scope === 'cluster' ? [] : byVerb(names.index)),
  ];
  const sections = new Map<string, Set<string>>();
  for (const { label, names: more } of ofScope) {
    const known = sections.get(label) ?? new Set<string>();
    for (const name of more) known.add(name);
    sections.set(label, known);
  }
  return [
    {
      label: t('security.permissions.groups', 'Permission groups'),
      names: groups,
    },
    ...[...sections].map(([label, found]) => ({ label, names: [...found] })),
  ];
}

/**
 * Scope of a group by its type; groups without a type are offered wherever they could grant
 * something.
 */
function fits(group: ActionGroup | undefined, scope: PermissionScope): boolean {
  const { type, allowed_actions: actions } = group ?? { allowed_actions: [] };
  if (scope === 'all' || type === 'all' || type === scope) return true;
  if (type !== undefined) return false;
  const foreign = scope === 'index' ? /^(cluster|restapi):/ : /^indices:/;
  return actions.length === 0 || !actions.every((action) => foreign.test(action));
}

const byVerb = (names: readonly string[]): readonly Section[] =>
  verbs().map(({ label, start }, at, all) => ({
    label,
    names: names.filter((name) =>
      start === ''
        ? !all.slice(0, at).some((verb) => name.startsWith(verb.start))
        : name.startsWith(start)
    ),
  }));

/** The last section takes all remaining permissions. */
const verbs = (): ReadonlyArray<{ readonly label: string; readonly start: string }> => [
  {
    label: t('security.permissions.read', 'Indices: read documents'),
    start: 'indices:data/read',
  },
  {
    label: t('security.permissions.write', 'Indices: write documents'),
    start: 'indices:data/write',
  },
  {
    label: t('security.permissions.indexAdmin', 'Indices: manage'),
    start: 'indices:admin',
  },
  {
    label: t('security.permissions.indexMonitor', 'Indices: monitor'),
    start: 'indices:monitor',
  },
  {
    label: t('security.permissions.clusterMonitor', 'Cluster: monitor'),
    start: 'cluster:monitor',
  },
  {
    label: t('security.permissions.clusterAdmin', 'Cluster: manage'),
    start: 'cluster:admin',
  },
  {
    label: t('security.common.securityConfiguration', 'Security configuration'),
    start: 'restapi:',
  },
  {
    label: t('security.permissions.others', 'Others'),
    start: '',
  },
];

interface PermissionComboProps<S extends FieldValues> extends FieldProps<S, readonly string[]> {
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
