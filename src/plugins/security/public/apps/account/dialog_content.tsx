/** The dialogs as mount points for the overlay service. Lazy chunk. */
import { type MountPoint, mountReactNode } from '@sd/core/public';
import type { ScreenDeps } from '../../services/screen_deps';
import { OwnSessionsDialog } from './own_sessions_dialog';
import { ApiKeysDialog } from './api_keys/api_keys_dialog';
import { FactorsDialog } from './factors/factors_dialog';
import { PreferencesDialog } from './preferences/preferences_dialog';
import { ResetPasswordDialog } from './reset_password_dialog';
import { RoleInfoDialog } from './role_info_dialog';
import { TenantSwitchDialog } from './tenant_switch_dialog';

export const tenantSwitchMount = (deps: ScreenDeps, close: () => void): MountPoint =>
  mountReactNode(<TenantSwitchDialog {...deps} onClose={close} />);

export const factorsMount = (deps: ScreenDeps): MountPoint =>
  mountReactNode(<FactorsDialog {...deps} />);

export const apiKeysMount = (deps: ScreenDeps): MountPoint =>
  mountReactNode(<ApiKeysDialog {...deps} />);

export const roleInfoMount = (deps: ScreenDeps): MountPoint =>
  mountReactNode(<RoleInfoDialog {...deps} />);

export const sessionsMount = (deps: ScreenDeps): MountPoint =>
  mountReactNode(<OwnSessionsDialog {...deps} />);

export const preferencesMount = (deps: ScreenDeps, close: () => void): MountPoint =>
  mountReactNode(<PreferencesDialog {...deps} onClose={close} />);

export const passwordResetMount = (deps: ScreenDeps, close: () => void): MountPoint =>
  mountReactNode(<ResetPasswordDialog {...deps} onClose={close} />);
