/** Describes how a user got a role. Source: `contracts/api/explanation.ts`. */
import type { RoleOrigin } from '@sd/contracts';
import { EuiText } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import type { ReactElement } from 'react';

export function OriginList({ origins }: { readonly origins: readonly RoleOrigin[] }): ReactElement {
  return (
    <EuiText size="s" style={{ overflowWrap: 'anywhere' }}>
      <ul style={{ listStyle: 'none', margin: 0 }}>
        {origins.map((origin, index) => (
          <li key={index} style={{ margin: 0 }}>
            {originText(origin)}
          </li>
        ))}
      </ul>
    </EuiText>
  );
}

function originText(origin: RoleOrigin): string {
  switch (origin.via) {
    case 'direct':
      return i18n.translate('security.origin.direct', {
        defaultMessage: 'Given to the user directly',
      });
    case 'backend_role_name':
      return i18n.translate('security.origin.backendRoleName', {
        defaultMessage: 'Backend role of the same name',
      });
    case 'and_backend_roles':
      return i18n.translate('security.origin.allBackendRoles', {
        defaultMessage: 'Backend roles {names} together',
        values: { names: origin.values.join(', ') },
      });
    default:
      return matchText(origin);
  }
}

type Matched = Extract<RoleOrigin, { readonly pattern: string }>;

function matchText({ via, pattern, value }: Matched): string {
  const values = { pattern, value };
  // Shows a pattern only if it differs from the name.
  const isPattern = pattern !== value;
  switch (via) {
    case 'users':
      return isPattern
        ? i18n.translate('security.origin.userPattern', {
            defaultMessage: 'Name mapped by the pattern {pattern}',
            values,
          })
        : i18n.translate('security.origin.user', { defaultMessage: 'Mapped by name' });
    case 'backend_roles':
      return isPattern
        ? i18n.translate('security.origin.backendRolePattern', {
            defaultMessage: 'Backend role {value}, by the pattern {pattern}',
            values,
          })
        : i18n.translate('security.origin.backendRole', {
            defaultMessage: 'Backend role {value}',
            values,
          });
    default:
      return i18n.translate('security.origin.host', {
        defaultMessage: 'Host {value}, by {pattern}',
        values,
      });
  }
}
