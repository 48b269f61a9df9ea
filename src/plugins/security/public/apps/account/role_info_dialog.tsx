/**
 * Roles and backend roles of the signed-in user. Source: specification section 2.3; a failure is
 * only logged (8).
 */
import {
  EuiBadge,
  EuiHorizontalRule,
  EuiModalBody,
  EuiModalHeader,
  EuiModalHeaderTitle,
  EuiSpacer,
  EuiText,
  EuiTitle,
} from '@elastic/eui';
import { FormattedMessage, useObservable } from '@sd/core/public';
import type { ReactElement, ReactNode } from 'react';
import type { ScreenDeps } from '../../services/screen_deps';
import { useFreshAccount } from './use_fresh_account';

export function RoleInfoDialog({ session }: ScreenDeps): ReactElement {
  useFreshAccount(session);
  const account = useObservable(session.account$, session.account);
  const roles = account?.roles ?? [];
  const backendRoles = account?.backend_roles ?? [];
  return (
    <>
      <EuiModalHeader>
        <EuiModalHeaderTitle>
          <FormattedMessage id="security.roleInfo.title" defaultMessage="Roles and identities" />
        </EuiModalHeaderTitle>
      </EuiModalHeader>
      <EuiModalBody>
        <NameList
          title={
            <FormattedMessage
              id="security.roleInfo.roles"
              defaultMessage="Roles ({count})"
              values={{ count: roles.length }}
            />
          }
          intro={
            <FormattedMessage
              id="security.roleInfo.rolesIntro"
              defaultMessage="Roles you are currently mapped to by your administrator."
            />
          }
          names={roles}
        />
        <EuiHorizontalRule />
        <NameList
          title={
            <FormattedMessage
              id="security.roleInfo.backendRoles"
              defaultMessage="Backend roles ({count})"
              values={{ count: backendRoles.length }}
            />
          }
          intro={
            <FormattedMessage
              id="security.roleInfo.backendRolesIntro"
              defaultMessage="Backend roles you are currently mapped to by your administrator."
            />
          }
          names={backendRoles}
        />
      </EuiModalBody>
    </>
  );
}

interface NameListProps {
  readonly title: ReactNode;
  readonly intro: ReactNode;
  readonly names: readonly string[];
}

const NameList = ({ title, intro, names }: NameListProps): ReactElement => (
  <section>
    <EuiTitle size="xs">
      <h2>{title}</h2>
    </EuiTitle>
    <EuiText size="s" color="subdued">
      <p>{intro}</p>
    </EuiText>
    <EuiSpacer size="s" />
    <ul style={{ display: 'flex', flexWrap: 'wrap', gap: 4 }}>
      {names.map((name) => (
        <li key={name} style={{ maxWidth: '100%' }}>
          <EuiBadge color="hollow">{name}</EuiBadge>
        </li>
      ))}
    </ul>
  </section>
);
