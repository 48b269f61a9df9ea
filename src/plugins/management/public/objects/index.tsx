/** Entry point of the lazily loaded section "Saved objects". */
import { renderApp, type UnmountCallback } from '@sd/core/public';
import { KitProvider } from '@sd/ui_kit';
import type { ManagementSectionMountParams } from '../types';
import { ObjectsApi } from './objects_api';
import { ObjectsPage, type ObjectsPageProps } from './objects_page';

export function mountObjects(
  { element, kit }: ManagementSectionMountParams,
  deps: Omit<ObjectsPageProps, 'api'>
): UnmountCallback {
  const api = new ObjectsApi(deps.core.http);
  return renderApp(
    element,
    <KitProvider services={kit}>
      <ObjectsPage {...deps} api={api} />
    </KitProvider>
  );
}
