/** Changes that would allow a denied action; each opens in its form, unsaved. */
import { EuiBadge, EuiButtonEmpty, EuiText } from '@elastic/eui';
import type { PatchOperation, Suggestion } from '@sd/contracts';
import { FormattedMessage, t } from '@sd/core/public';
import type { ReactElement } from 'react';
import { useAdmin } from '../../../services/admin_context';
import { proposing } from '../../../services/prefilled_changes';
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
    <SuggestionText suggestion={suggestion} />{' '}
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

/**
 * By how little they grant: the narrowest role, then what adds only the missing permissions, then
 * other roles.
 * @returns roles that grant much more apart
 */
export function ranked(suggestions: readonly Suggestion[]): {
  readonly narrow: readonly Suggestion[];
  readonly broad: readonly Suggestion[];
} {
  const roles = suggestions.filter((one) => one.kind === 'assign_role');
  const exact = suggestions.filter((one) => one.kind !== 'assign_role');
  const [narrowest] = [...roles].sort((a, b) => a.breadth - b.breadth);
  if (!narrowest) return { narrow: exact, broad: [] };
  const isBroad = ({ breadth }: (typeof roles)[number]) => breadth > narrowest.breadth * TOO_BROAD;
  const near = roles.filter((one) => one !== narrowest && !isBroad(one));
  return { narrow: [narrowest, ...exact, ...near], broad: roles.filter(isBroad) };
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
          defaultMessage={'Create a role with only what is missing, and map it.'}
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

function OpenForm({ suggestion, request }: FixProps): ReactElement {
  const { history } = useAdmin().kit.services;
  return (
    <EuiButtonEmpty
      size="xs"
      iconType="pencil"
      onClick={() => history.push(preparedOf(suggestion, request))}
    >
      {labelOf(suggestion)}
    </EuiButtonEmpty>
  );
}

function labelOf(suggestion: Suggestion): string {
  return suggestion.kind === 'create_role'
    ? t('security.explorer.openNewRole', 'Review role')
    : t('security.explorer.openChange', 'Review change to {role}', {
        role: suggestion.role,
      });
}

/** A changed role or mapping leads back to the answer; a new role has to be mapped first. */
function preparedOf(suggestion: Suggestion, request: ExplorerRequest) {
  const { user, backendRoles } = request;
  const returnTo = `${EXPLORER_PAGES.main}?${requestToSearch(request)}`;
  switch (suggestion.kind) {
    case 'assign_role':
      return proposing(
        ROLE_PAGES.mapUser(suggestion.role),
        user === ''
          ? additions('backend_roles', backendRoles.slice(0, 1))
          : additions('users', [user]),
        returnTo
      );
    case 'extend_role':
      return proposing(ROLE_PAGES.edit(suggestion.role), suggestion.patch, returnTo);
    case 'create_role':
      return proposing(
        ROLE_PAGES.create,
        Object.entries(suggestion.role_body).flatMap(([field, values]) =>
          additions(field, values as readonly unknown[])
        )
      );
  }
}

const additions = (field: string, values: readonly unknown[]): readonly PatchOperation[] =>
  values.map((value) => ({ op: 'add', path: `/${field}/-`, value }));
