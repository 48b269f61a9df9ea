/** Describes how a user got a role. Source: `contracts/api/explanation.ts`. */
import type { RoleOrigin } from '@sd/contracts';
import { EuiText } from '@elastic/eui';
import { t } from '@sd/core/public';
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
      return t('security.origin.direct', 'Direct');
    case 'backend_role_name':
      return t('security.origin.backendRoleName', 'Backend role with the same name');
    case 'and_backend_roles':
      return t('security.origin.allBackendRoles', 'Backend roles {names} (all)', {
        names: origin.values.join(', '),
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
        ? t('security.origin.userPattern', 'Name mapped by the pattern {pattern}', values)
        : t('security.origin.user', 'Mapped by name');
    case 'backend_roles':
      return isPattern
        ? t(
            'security.origin.backendRolePattern',
            'Backend role {value} (pattern {pattern})',
            values
          )
        : t('security.origin.backendRole', 'Backend role {value}', values);
    default:
      return t('security.origin.host', 'Host {value} ({pattern})', values);
  }
}
