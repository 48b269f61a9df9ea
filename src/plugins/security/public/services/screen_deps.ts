import type { CoreStart } from '@sd/core/public';
import type { ClientConfig } from '../../common';
import type { Page } from './page';
import type { SecurityClient } from './security_client';
import type { SignedInSession } from './signed_in_session';
import type { Tenancy } from './tenancy';
import type { TenantMemory } from './tenant_memory';

/** What every screen of this plugin is given. */
export interface ScreenDeps {
  readonly core: CoreStart;
  readonly config: ClientConfig;
  readonly client: SecurityClient;
  readonly session: SignedInSession;
  readonly tenancy: Tenancy;
  readonly memory: TenantMemory;
  readonly page: Page;
}
