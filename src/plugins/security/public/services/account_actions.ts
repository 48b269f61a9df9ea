/** Account actions, for the account menu and the command palette. */
import { ANONYMOUS_USER_NAME } from '@sd/contracts';
import { errorText, dropSavedDraft, i18n } from '@sd/core/public';
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

/** In menu order; the menu ends with {@link logOutText}. */
export function accountActions(
  { core }: Pick<ScreenDeps, 'core'>,
  account: AccountInfo,
  dialogs: AccountDialogs
): readonly AccountAction[] {
  const { securityFeatures } = core.application.capabilities;
  const isInternal = account.is_internal_user;
  const offered = (act: AccountAction, isOffered: boolean): readonly AccountAction[] =>
    isOffered ? [act] : [];
  return [
    {
      id: 'view-roles-and-identities',
      label: i18n.translate('security.account.viewRoles', {
        defaultMessage: 'View roles and identities',
      }),
      iconType: 'usersRolesApp',
      run: dialogs.openRoleInfo,
    },
    // Also shown without multitenancy: the dialog says whom to contact.
    {
      id: 'switch-tenants',
      label: i18n.translate('security.account.switchTenants', {
        defaultMessage: 'Switch tenants',
      }),
      iconType: 'users',
      run: dialogs.openTenantSwitcher,
    },
    ...offered(
      {
        id: 'reset-password',
        label: i18n.translate('security.account.resetPassword', {
          defaultMessage: 'Reset password',
        }),
        iconType: 'key',
        run: dialogs.openPasswordReset,
      },
      isInternal
    ),
    ...offered(
      {
        id: 'second-factors',
        label: i18n.translate('security.account.factors', { defaultMessage: 'Second factors' }),
        iconType: 'lock',
        run: dialogs.openFactors,
      },
      isInternal && securityFeatures?.['secondFactors'] !== false
    ),
    ...offered(
      {
        id: 'my-api-keys',
        label: i18n.translate('security.apiKeys.title', { defaultMessage: 'API keys' }),
        iconType: 'code',
        run: dialogs.openApiKeys,
      },
      isInternal && securityFeatures?.['apiKeys'] !== false
    ),
    {
      id: 'my-sessions',
      label: i18n.translate('security.account.sessions', { defaultMessage: 'My sessions' }),
      iconType: 'clock',
      run: dialogs.openSessions,
    },
    {
      id: 'keyboard-shortcuts',
      label: i18n.translate('security.shortcuts.title', { defaultMessage: 'Keyboard shortcuts' }),
      iconType: 'keyboard',
      run: dialogs.openShortcuts,
    },
    ...offered(
      {
        id: 'preferences',
        label: i18n.translate('security.account.preferences', { defaultMessage: 'Preferences' }),
        iconType: 'gear',
        run: dialogs.openPreferences,
      },
      account.user_name !== ANONYMOUS_USER_NAME
    ),
  ];
}

export const logOutText = (): string =>
  i18n.translate('security.account.logOut', { defaultMessage: 'Log out' });

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
      title: i18n.translate('security.account.logOutFailed', {
        defaultMessage: 'Failed to log out.',
      }),
      text: errorText(error),
    });
    return false;
  }
}
