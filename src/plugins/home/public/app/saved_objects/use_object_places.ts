/** Where objects can be looked into, for those who reach the app that does it. */
import { AppStatus, type CoreStart, type PublicAppInfo, useObservable } from '@sd/core/public';
import { type MouseEvent, useMemo } from 'react';
import type { ManagementPluginStart } from '../../../../management/public';
import type { ObjectRow } from '../../services/objects_source';
import { appLinkProps } from '../app_link';

/** App of {@link ManagementPluginStart.objectPath}. */
const MANAGEMENT_APP_ID = 'management';
const NO_APPS: ReadonlyMap<string, PublicAppInfo> = new Map();

export interface ObjectAddresses {
  link(object: ObjectRow): { href: string; onClick: (event: MouseEvent) => void };
  /** For others: absolute. */
  url(object: ObjectRow): string;
}

/** `undefined` where there is no such place, or one does not reach it. */
export function useObjectAddresses(
  { application }: Pick<CoreStart, 'application'>,
  management: ManagementPluginStart | undefined
): ObjectAddresses | undefined {
  const apps = useObservable(application.applications$, NO_APPS);
  const isReached = apps.get(MANAGEMENT_APP_ID)?.status === AppStatus.accessible;
  return useMemo(
    () =>
      management && isReached
        ? {
            link: (object) =>
              appLinkProps(application, MANAGEMENT_APP_ID, management.objectPath(object)),
            url: (object) =>
              application.getUrlForApp(MANAGEMENT_APP_ID, {
                path: management.objectPath(object),
                absolute: true,
              }),
          }
        : undefined,
    [application, management, isReached]
  );
}
