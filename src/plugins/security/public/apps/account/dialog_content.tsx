/** Account dialogs as mount points for the overlay service. Lazy chunk. */
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
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { type MountPoint, mountReactNode, t, useObservable } from '@sd/core/public';
import { SessionTable } from '../../components/sessions/session_table';
import type { ScreenDeps } from '../../services/screen_deps';
import { ownSessions } from '../../services/sessions';
import { useFreshAccount } from './use_fresh_account';
import { ApiKeysDialog } from './api_keys/api_keys_dialog';
import { FactorsDialog } from './factors/factors_dialog';
import type { CloseGuard } from './once_shown';
import { PreferencesDialog } from './preferences/preferences_dialog';
import { ResetPasswordDialog } from './reset_password_dialog';
import { TenantSwitchDialog } from './tenant_switch_dialog';

/** Sessions of the current user, with actions to end one or all others. */
export function OwnSessionsDialog({ core }: ScreenDeps): ReactElement {
  const source = useMemo(() => ownSessions(core.http), [core.http]);
  return (
    <>
      <EuiModalHeader>
        <EuiModalHeaderTitle>{t('security.common.mySessions', 'My sessions')}</EuiModalHeaderTitle>
      </EuiModalHeader>
      <EuiModalBody>
        <SessionTable source={source} toasts={core.notifications.toasts} isOwn />
      </EuiModalBody>
    </>
  );
}

/**
 * Roles and backend roles of the current user. Source: specification section 2.3; a failure is only
 * logged (8).
 */
export function RoleInfoDialog({ session }: ScreenDeps): ReactElement {
  useFreshAccount(session);
  const account = useObservable(session.account$, session.account);
  const roles = account?.roles ?? [];
  const backendRoles = account?.backend_roles ?? [];
  return (
    <>
      <EuiModalHeader>
        <EuiModalHeaderTitle>
          {t('security.roleInfo.title', 'Roles and identities')}
        </EuiModalHeaderTitle>
      </EuiModalHeader>
      <EuiModalBody>
        <NameList
          title={t('security.roleInfo.roles', 'Roles ({count})', { count: roles.length })}
          intro={t(
            'security.roleInfo.rolesIntro',
            'Roles you are currently mapped to by your administrator.'
          )}
          names={roles}
        />
        <EuiHorizontalRule />
        <NameList
          title={t('security.roleInfo.backendRoles', 'Backend roles ({count})', {
            count: backendRoles.length,
          })}
          intro={t(
            'security.roleInfo.backendRolesIntro',
            'Backend roles you are currently mapped to by your administrator.'
          )}
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

export const tenantSwitchMount = (deps: ScreenDeps, close: () => void): MountPoint =>
  mountReactNode(<TenantSwitchDialog {...deps} onClose={close} />);

export const factorsMount = (deps: ScreenDeps, guard: CloseGuard): MountPoint =>
  mountReactNode(<FactorsDialog {...deps} guard={guard} />);

export const apiKeysMount = (deps: ScreenDeps, guard: CloseGuard): MountPoint =>
  mountReactNode(<ApiKeysDialog {...deps} guard={guard} />);

export const roleInfoMount = (deps: ScreenDeps): MountPoint =>
  mountReactNode(<RoleInfoDialog {...deps} />);

export const sessionsMount = (deps: ScreenDeps): MountPoint =>
  mountReactNode(<OwnSessionsDialog {...deps} />);

export const preferencesMount = (deps: ScreenDeps, close: () => void): MountPoint =>
  mountReactNode(<PreferencesDialog {...deps} onClose={close} />);

export const passwordResetMount = (deps: ScreenDeps, close: () => void): MountPoint =>
  mountReactNode(<ResetPasswordDialog {...deps} onClose={close} />);
