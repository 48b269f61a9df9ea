/** Changes that would allow a denied action; each opens in its form, unsaved. */
import { EuiBadge, EuiButtonEmpty, EuiText } from '@elastic/eui';
import type { PatchOperation, Suggestion } from '@sd/contracts';
import { FormattedMessage, i18n, t } from '@sd/core/public';
import { lazyPage } from '@sd/ui_kit';
import { type ReactElement, Suspense, useState } from 'react';
import { useAdmin } from '../../../services/admin_context';
import { proposing } from '../../../services/prefilled_changes';
import { useMay, useMayOpen } from '../../../services/rights';
import { tenantLabel } from '../../../services/tenant_labels';
import { EXPLORER_PAGES, ROLE_PAGES } from '../paths';
import { type ExplorerRequest, requestToSearch } from './explain_request';

export interface SuggestionsProps {
  readonly suggestions: readonly Suggestion[];
  readonly request: ExplorerRequest;
}

export const Suggestions = ({ suggestions, request }: SuggestionsProps): ReactElement => (
  <EuiText size="s" style={{ overflowWrap: 'anywhere' }}>
    <ul>
      {suggestions.map((suggestion, index) => (
        <li key={index}>
          <Fix suggestion={suggestion} request={request} />
        </li>
      ))}
    </ul>
  </EuiText>
);

export interface FixProps {
  readonly suggestion: Suggestion;
  readonly request: ExplorerRequest;
}

export const Fix = ({ suggestion, request }: FixProps): ReactElement => (
  <EuiText size="s" style={{ overflowWrap: 'anywhere' }}>
    <SuggestionText suggestion={suggestion} /> {reachText(suggestion)}{' '}
    {suggestion.changes_restrictions && (
      <EuiBadge color="warning">
        {t('security.explorer.changesRestrictions', 'Also changes which data is visible')}
      </EuiBadge>
    )}
    <OpenForm suggestion={suggestion} request={request} />
  </EuiText>
);

/** A role this much broader than the narrowest one grants more than was asked for. */
const TOO_BROAD = 3;

/** @returns roles that grant much more than was asked for apart, both in the server's order */
export function rankSuggestions(suggestions: readonly Suggestion[]): {
  readonly narrow: readonly Suggestion[];
  readonly broad: readonly Suggestion[];
} {
  const [first] = suggestions;
  const narrowest = Math.min(
    ...suggestions.map((one) => (one.kind === 'assign_role' ? one.breadth : Infinity))
  );
  const isBroad = (one: Suggestion): boolean =>
    one !== first &&
    one.kind === 'assign_role' &&
    (one.breadth > narrowest * TOO_BROAD ||
      (one.opens.all_indices && first?.opens.all_indices === false));
  return {
    narrow: suggestions.filter((one) => !isBroad(one)),
    broad: suggestions.filter(isBroad),
  };
}

/** How many users gain what. */
function reachText({ opens, gains }: Suggestion): string {
  const { users, user_patterns: patterns, backend_roles: backendRoles, hosts } = gains;
  const gaining = [
    ...(users > 0
      ? [
          t(
            'security.explorer.gains.people',
            '{count, plural, one {1 person} other {{count, number} people}}',
            { count: users }
          ),
        ]
      : []),
    ...(patterns.length > 0
      ? [
          t('security.explorer.gains.patterns', 'everyone whose name matches {names}', {
            names: patterns.join(', '),
          }),
        ]
      : []),
    ...(backendRoles.length > 0
      ? [
          t('security.explorer.gains.backendRoles', 'everyone with backend role {names}', {
            names: backendRoles.join(', '),
          }),
        ]
      : []),
    ...(hosts.length > 0
      ? [
          t('security.explorer.gains.hosts', 'everyone who connects from {names}', {
            names: hosts.join(', '),
          }),
        ]
      : []),
  ];
  const sentence = t(
    'security.explorer.reach',
    '{who, select, one {{people} gains access to {opened}.} everyone {{people} gains access to {opened}.} other {{people} gain access to {opened}.}}',
    {
      who: gaining.length > 1 || users > 1 ? 'many' : gaining.length > users ? 'everyone' : 'one',
      people:
        gaining.length > 0 ? i18n.formatList(gaining) : t('security.explorer.gains.none', 'No one'),
      opened: i18n.formatList(openedParts(opens)),
    }
  );
  // It may begin with "everyone …".
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function openedParts({
  all_indices: isAll,
  index_patterns: indices,
  tenant_patterns: tenants,
  cluster_permissions: cluster,
}: Suggestion['opens']): readonly string[] {
  const areNames = indices.every((pattern) => !/[*?$]|^\//.test(pattern));
  const ofIndices = areNames
    ? t(
        'security.explorer.opens.indices',
        '{count, plural, one {1 index} other {{count, number} indices}}',
        { count: indices.length }
      )
    : t('security.explorer.opens.patterns', 'indices {patterns}', {
        patterns: indices.join(', '),
      });
  return [
    ...(isAll ? [t('security.explorer.opens.all', 'all indices')] : []),
    ...(!isAll && indices.length > 0 ? [ofIndices] : []),
    ...(tenants.length > 0
      ? [
          t(
            'security.explorer.opens.tenants',
            '{count, plural, one {tenant {names}} other {tenants {names}}}',
            { count: tenants.length, names: tenants.map((one) => tenantLabel(one)).join(', ') }
          ),
        ]
      : []),
    ...(cluster.length > 0
      ? [
          t(
            'security.explorer.opens.cluster',
            '{count, plural, one {1 cluster permission} other {{count, number} cluster permissions}}',
            { count: cluster.length }
          ),
        ]
      : []),
  ];
}

function SuggestionText({ suggestion }: { readonly suggestion: Suggestion }): ReactElement {
  switch (suggestion.kind) {
    case 'assign_role':
      return (
        <FormattedMessage
          id="security.explorer.assign"
          defaultMessage={'Give the user the role {role}.'}
          values={{ role: suggestion.role }}
        />
      );
    case 'extend_role':
      return (
        <FormattedMessage
          id="security.explorer.extend"
          defaultMessage="Add to the role {role}: {additions}."
          values={{ role: suggestion.role, additions: additionsText(suggestion.patch) }}
        />
      );
    case 'create_role':
      return (
        <FormattedMessage
          id="security.explorer.create"
          defaultMessage={'Create a role that allows only this.'}
        />
      );
  }
}

const additionsText = (patch: readonly PatchOperation[]): string =>
  patch
    .map(({ value }) => (typeof value === 'string' ? value : entryText(value as Entry)))
    .join('; ');

interface Entry {
  readonly index_patterns?: readonly string[];
  readonly tenant_patterns?: readonly string[];
  readonly allowed_actions: readonly string[];
}

const entryText = ({ index_patterns: index, tenant_patterns: tenants, ...entry }: Entry): string =>
  t('security.explorer.entry', '{actions} on {patterns}', {
    actions: entry.allowed_actions.join(', '),
    patterns: (index ?? tenants ?? []).join(', '),
  });

function OpenForm({ suggestion, request }: FixProps): ReactElement | null {
  const { history } = useAdmin().kit.services;
  const mayOpen = useMayOpen();
  const may = useMay();
  const [isOpen, setIsOpen] = useState(false);
  if (!mayOpen(formPath(suggestion))) return null;
  const { kind } = suggestion;
  // Without the right to map it, the role's form is what remains.
  const isWhole = kind === 'create_role' && may(['PUT ROLESMAPPING']);
  return (
    <>
      <EuiButtonEmpty
        size="xs"
        iconType="pencil"
        onClick={() =>
          isWhole ? setIsOpen(true) : history.push(preparedChange(suggestion, request))
        }
      >
        {reviewLabel(suggestion)}
      </EuiButtonEmpty>
      {kind === 'create_role' && isOpen && (
        <Suspense fallback={null}>
          <NewRoleFlyout suggestion={suggestion} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const NewRoleFlyout = lazyPage(async () => (await import('./new_role_flyout')).NewRoleFlyout);

function reviewLabel(suggestion: Suggestion): string {
  return suggestion.kind === 'create_role'
    ? t('security.explorer.openNewRole', 'Review role')
    : t('security.explorer.openChange', 'Review change to {role}', {
        role: suggestion.role,
      });
}

function formPath(suggestion: Suggestion): string {
  switch (suggestion.kind) {
    case 'assign_role':
      return ROLE_PAGES.mapUser(suggestion.role);
    case 'extend_role':
      return ROLE_PAGES.edit(suggestion.role);
    case 'create_role':
      return ROLE_PAGES.create;
  }
}

/** A changed role or mapping leads back to the answer; a new role has to be mapped first. */
function preparedChange(suggestion: Suggestion, request: ExplorerRequest) {
  const returnTo = `${EXPLORER_PAGES.main}?${requestToSearch(request)}`;
  const form = formPath(suggestion);
  switch (suggestion.kind) {
    case 'assign_role':
      return proposing(form, suggestion.mapping_patch, returnTo);
    case 'extend_role':
      return proposing(form, suggestion.patch, returnTo);
    case 'create_role':
      return proposing(
        form,
        Object.entries(suggestion.role_body).flatMap(([field, values]) =>
          additions(field, values as readonly unknown[])
        )
      );
  }
}

const additions = (field: string, values: readonly unknown[]): readonly PatchOperation[] =>
  values.map((value) => ({ op: 'add', path: `/${field}/-`, value }));
