/** Share dialog of one saved object. */
import type { CoreStart } from '@sd/core/public';
import { ShareDialog } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import type { SecurityPluginStart } from '../../../security/public';
import { MANAGEMENT_APP_ID, OBJECTS_SECTION_ID, PRIVATE_TENANT } from '../../common';
import type { Tenants } from '../services/use_tenants';
import type { SharedObject } from './dialog_props';
import { objectPath } from './object_address';

export interface ShareObjectProps {
  readonly object: SharedObject;
  readonly core: Pick<CoreStart, 'application'>;
  readonly security?: SecurityPluginStart;
  readonly tenants: Tenants;
  readonly onClose: () => void;
}

export const ShareObject = ({
  object,
  core,
  security,
  tenants,
  onClose,
}: ShareObjectProps): ReactElement => (
  <ShareDialog
    name={object.title}
    url={core.application.getUrlForApp(MANAGEMENT_APP_ID, {
      path: `/${OBJECTS_SECTION_ID}${objectPath(object)}`,
      absolute: true,
    })}
    complete={security?.addTenant}
    isPrivate={tenants.current?.name === PRIVATE_TENANT}
    onClose={onClose}
  />
);
