/** Entry point of the lazily loaded frame: navigation, headings, drafts. */
import { type AppMountParameters, type CoreStart, t, type UnmountCallback } from '@sd/core/public';
import { createKitMemory, renderKitApp } from '@sd/ui_kit';
import type { ManagementSection } from '../types';
import { ManagementApp } from './management_app';

export { ownSections } from './own_sections';

export interface ManagementAppDeps {
  readonly core: CoreStart;
  /** In navigation order. */
  readonly sections: readonly ManagementSection[];
}

export function mountManagementApp(
  params: AppMountParameters,
  { core, sections }: ManagementAppDeps
): UnmountCallback {
  return renderKitApp(
    params,
    core,
    {
      memory: createKitMemory('securityDashboards.management.'),
      root: {
        text: t('management.appTitle', 'Management'),
        path: '/',
      },
    },
    <ManagementApp sections={sections} />
  );
}
