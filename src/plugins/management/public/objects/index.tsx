/** Entry of the lazily loaded section "Saved objects". */
import { renderApp, type UnmountCallback } from '@sd/core/public';
import type { ScreenDeps } from '../services/screen_deps';
import type { ManagementSectionMountParams } from '../types';
import { ObjectsApi } from './objects_api';
import { ObjectsPage } from './objects_page';

export function mountObjects(
  { element, history }: ManagementSectionMountParams,
  deps: ScreenDeps
): UnmountCallback {
  const api = new ObjectsApi(deps.core.http);
  return renderApp(element, <ObjectsPage {...deps} history={history} api={api} />);
}
