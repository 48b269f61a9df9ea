/** Entry of the lazily loaded frame: navigation, headings, the guard over unsaved changes. */
import {
  guardUnsavedChanges,
  renderApp,
  type AppMountParameters,
  type CoreStart,
  type UnmountCallback,
} from '@sd/core/public';
import { findSection } from '../services/section_registry';
import type { ManagementSection } from '../types';
import { ManagementApp } from './management_app';

export interface ManagementAppDeps {
  readonly core: CoreStart;
  /** In the order of the navigation. */
  readonly sections: readonly ManagementSection[];
}

export function mountManagementApp(
  params: AppMountParameters,
  { core, sections }: ManagementAppDeps
): UnmountCallback {
  const isSamePlace = (from: string, to: string) =>
    findSection(sections, from) === findSection(sections, to);
  const { guard, history } = guardUnsavedChanges(params, core.overlays, isSamePlace);
  const unmount = renderApp(
    params.element,
    <ManagementApp core={core} sections={sections} history={history} guard={guard} />
  );
  return () => {
    unmount();
    history.stop();
  };
}
