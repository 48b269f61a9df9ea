/** Public entry point of the browser part. Screens load by dynamic import. */
import type { PluginInitializer } from '@sd/core/public';
import { SecurityPlugin, type SecurityPluginSetup } from './plugin';
import type { SecurityPluginStart } from './types';

export type {
  AdminParts,
  ConfirmLockout,
  PlanItem,
  Review,
  ReviewItem,
  SecurityPluginSetup,
} from './plugin';
export type {
  AdminPage,
  AdminPageConditions,
  AdminPageGroup,
  AdminPageHelp,
  ApiKeyPanel,
  ChosenCluster,
  ClusterFrameProps,
  ClusterSource,
  CurrentTenant,
  EntityPart,
  EntityPartProps,
  EntityTab,
  ExplanationPanel,
  ImpactPart,
  ImpactPartProps,
  SaveAction,
  SaveActionDialogProps,
  SecurityPluginStart,
} from './types';
export type { AccountInfo, Needs } from '../common';

export const plugin: PluginInitializer<SecurityPluginSetup, SecurityPluginStart> = (context) =>
  new SecurityPlugin(context);
