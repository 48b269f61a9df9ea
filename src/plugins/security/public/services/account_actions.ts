/** Account actions, for the account menu and the command palette. */
import { ANONYMOUS_USER_NAME } from '@sd/contracts';
import { dropSavedDraft, errorText, t } from '@sd/core/public';
import type { AccountInfo } from '../../common';
import { announceLogout } from './logout_reason';
import type { ScreenDeps } from './screen_deps';
import { logout, logoutKind, logoutLink } from './logout';
import type { AccountDialogs } from './account_dialogs';

export interface AccountAction {
  /** Also the test subject of the menu item. */
  readonly id: string;
  readonly label: string;
  readonly iconType: string;
  readonly run: () => void;
}

/** In groups, in menu order; the menu ends with {@link logOutText}. */
export function accountActions(
  { core }: Pick<ScreenDeps, 'core'>,
  account: AccountInfo,
  dialogs: AccountDialogs
): ReadonlyArray<readonly AccountAction[]> {
  const { securityFeatures } = core.application.capabilities;
  const isInternal = account.is_internal_user;
  const listOffered = (act: AccountAction, isOffered: boolean): readonly AccountAction[] =>
    isOffered ? [act] : [];
  const access: readonly AccountAction[] = [
    {
      id: 'view-roles-and-identities',
      label: t('security.account.viewRoles', 'View roles and identities'),
      iconType: 'usersRolesApp',
      run: dialogs.openRoleInfo,
    },
    // Also shown without multitenancy: the dialog says whom to contact.
    {
      id: 'switch-tenants',
      label: t('security.account.switchTenants', 'Switch tenants'),
      iconType: 'users',
      run: dialogs.openTenantSwitcher,
    },
  ];
  const login: readonly AccountAction[] = [
    ...listOffered(
      {
        id: 'reset-password',
        label: t('security.account.resetPassword', 'Reset password'),
        iconType: 'key',
        run: dialogs.openPasswordReset,
      },
      isInternal
    ),
    ...listOffered(
      {
        id: 'second-factors',
        label: t('security.common.twoFactorAuthentication', 'Two-factor authentication'),
        iconType: 'lock',
        run: dialogs.openFactors,
      },
      isInternal && securityFeatures?.['secondFactors'] !== false
    ),
    ...listOffered(
      {
        id: 'my-api-keys',
        label: t('security.apiKeys.title', 'API keys'),
        iconType: 'code',
        run: dialogs.openApiKeys,
      },
      isInternal && securityFeatures?.['apiKeys'] !== false
    ),
    {
      id: 'my-sessions',
      label: t('security.common.mySessions', 'My sessions'),
      iconType: 'clock',
      run: dialogs.openSessions,
    },
  ];
  const page: readonly AccountAction[] = [
    {
      id: 'keyboard-shortcuts',
      label: t('security.shortcuts.title', 'Keyboard shortcuts'),
      iconType: 'keyboard',
      run: dialogs.openShortcuts,
    },
    ...listOffered(
      {
        id: 'preferences',
        label: t('security.common.preferences', 'Preferences'),
        iconType: 'gear',
        run: dialogs.openPreferences,
      },
      account.user_name !== ANONYMOUS_USER_NAME
    ),
  ];
  return [access, login, page];
}

export const logOutText = (): string => t('security.account.logOut', 'Log out');

/**
 * Clears the stored state before leaving through the provider's logout. Source: specification
 * section 4 ("Log out button").
 */
export function prepareToLeave({ memory }: Pick<ScreenDeps, 'memory'>): void {
  memory.clearPopupMark();
  announceLogout();
  dropSavedDraft();
}

/**
 * Never rejects: failures are shown to the user.
 * @returns whether the page is being left
 */
export async function logOut(deps: ScreenDeps): Promise<boolean> {
  const { core, page, config } = deps;
  const { basePath } = core.http;
  if (logoutKind(config.auth.type) === 'link') {
    prepareToLeave(deps);
    page.assign(logoutLink(basePath));
    return true;
  }
  try {
    await logout({ ...deps, basePath });
    return true;
  } catch (error) {
    core.notifications.toasts.addDanger({
      title: t('security.account.logOutFailed', 'Failed to log out.'),
      text: errorText(error),
    });
    return false;
  }
}
