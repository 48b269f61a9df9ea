import type { CoreStart } from '@sd/core/public';
import type { ClientConfig } from '../../common';
import type { AdminPage, ClusterSource, EntityPart, ImpactPart, SaveAction } from '../types';
import type { BrowserLocation } from './page';
import type { SecurityClient } from './security_client';
import type { LoggedInSession } from './session_state';
import type { Tenancy } from './tenancy';
import type { TenantMemory } from './tenant_memory';

/** Dependencies of every screen of the plugin. */
export interface ScreenDeps {
  readonly core: CoreStart;
  readonly config: ClientConfig;
  readonly client: SecurityClient;
  readonly session: LoggedInSession;
  readonly tenancy: Tenancy;
  readonly memory: TenantMemory;
  readonly page: BrowserLocation;
  /** Pages of the Security app that other plugins add; complete after setup. */
  readonly addedPages: readonly AdminPage[];
  /** At most one; complete after setup. */
  readonly clusterSources: readonly ClusterSource[];
  /** Buttons that other plugins add beside Save; complete after setup. */
  readonly saveActions: readonly SaveAction[];
  /** Parts that other plugins add to pages of entities; complete after setup. */
  readonly entityParts: readonly EntityPart[];
  /** What other plugins show beside the impact of changes; complete after setup. */
  readonly impactParts: readonly ImpactPart[];
}
