/** Logout. */
import { dropSavedDraft, type IBasePath } from '@sd/core/public';
import { getAuthTypes, type ClientConfig } from '../../common';
import { announceLogout, type LogoutReason, storeLogoutReason } from './logout_reason';
import type { BrowserLocation } from './page';
import type { SecurityClient } from './security_client';
import type { TenantMemory } from './tenant_memory';

export type LogoutKind = 'link' | 'none' | 'action';

/**
 * With several login methods, the logout link is used: the server knows how the session was opened.
 */
export function logoutKind(configured: string | readonly string[]): LogoutKind {
  const types = getAuthTypes(configured);
  if (types.length > 1) return 'link';
  switch (types[0]) {
    case 'openid':
    case 'saml':
      return 'link';
    case 'proxy':
      return 'none';
    default:
      return 'action';
  }
}

/** Start of the logout at the identity provider. */
export const logoutLink = (basePath: IBasePath): string => `${basePath.serverBasePath}/auth/logout`;

export interface LogoutDeps {
  readonly client: Pick<SecurityClient, 'logout'>;
  readonly memory: Pick<TenantMemory, 'clearPopupMark'>;
  readonly page: Pick<BrowserLocation, 'assign'>;
  readonly basePath: IBasePath;
  readonly config: Pick<ClientConfig, 'auth'>;
}

/**
 * Ends the session and leaves the page; other tabs follow.
 * @param reason - message on the login page
 * @throws what the request throws; the page then stays unchanged
 */
export async function logout(
  { client, memory, page, basePath, config }: LogoutDeps,
  reason: LogoutReason = 'signed_out'
): Promise<void> {
  await client.logout();
  storeLogoutReason(reason, basePath);
  dropSavedDraft();
  announceLogout();
  memory.clearPopupMark();
  page.assign(config.auth.logout_url || basePath.serverBasePath || '/');
}
