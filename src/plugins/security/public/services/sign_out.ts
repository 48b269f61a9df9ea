/** Ways out. Source: specification section 4 ("Log out button", "Password reset order"). */
import type { IBasePath } from '@sd/core/public';
import type { ClientConfig } from '../../common';
import type { Page } from './page';
import type { SecurityClient } from './security_client';
import type { TenantMemory } from './tenant_memory';

export type SignOutKind = 'link' | 'none' | 'action';

export function signOutKind(authType: string): SignOutKind {
  switch (authType.toLowerCase()) {
    case 'openid':
    case 'saml':
      return 'link';
    case 'proxy':
    case 'proxycache':
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
 * Ends the session and leaves the page.
 * @throws what the request throws; the page then stays as it is
 */
export async function signOut({
  client,
  memory,
  page,
  basePath,
  config,
}: SignOutDeps): Promise<void> {
  await client.logout();
  memory.clearPopupMark();
  page.assign(config.auth.logout_url || basePath.serverBasePath || '/');
}
