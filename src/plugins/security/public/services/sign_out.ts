/** Ways out. Source: specification section 4 ("Log out button", "Password reset order"). */
import { forgetKeptText, type IBasePath } from '@sd/core/public';
import { authTypesOf, type ClientConfig } from '../../common';
import { announceSignOut, type Farewell, leaveFarewell } from './farewell';
import type { Page } from './page';
import type { SecurityClient } from './security_client';
import type { TenantMemory } from './tenant_memory';

export type SignOutKind = 'link' | 'none' | 'action';

/** With several ways, the link: the server knows by which one the session was opened. */
export function signOutKind(configured: string | readonly string[]): SignOutKind {
  const types = authTypesOf(configured);
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

/** Where the identity provider's log-out begins. */
export const signOutLink = (basePath: IBasePath): string =>
  `${basePath.serverBasePath}/auth/logout`;

export interface SignOutDeps {
  readonly client: Pick<SecurityClient, 'logout'>;
  readonly memory: Pick<TenantMemory, 'clearPopupMark'>;
  readonly page: Pick<Page, 'assign'>;
  readonly basePath: IBasePath;
  readonly config: Pick<ClientConfig, 'auth'>;
}

/**
 * Ends the session and leaves the page; other tabs of it follow.
 * @param farewell - what the login page says
 * @throws what the request throws; the page then stays as it is
 */
export async function signOut(
  { client, memory, page, basePath, config }: SignOutDeps,
  farewell: Farewell = 'signed_out'
): Promise<void> {
  await client.logout();
  leaveFarewell(farewell, basePath);
  forgetKeptText();
  announceSignOut();
  memory.clearPopupMark();
  page.assign(config.auth.logout_url || basePath.serverBasePath || '/');
}
