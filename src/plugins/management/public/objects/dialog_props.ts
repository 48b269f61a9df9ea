/** Properties of the dialogs for saved objects, and the dialogs that can be open. */
import type { CoreStart, IToasts } from '@sd/core/public';
import type { SecurityPluginStart } from '../../../security/public';
import type { ManagedType, ObjectKey } from '../../common';
import type { Tenants } from '../services/use_tenants';
import type { ObjectRow, ObjectsApi } from './objects_api';

export type SharedObject = Pick<ObjectRow, 'id' | 'title' | 'type'>;

export type OpenDialog =
  | { readonly kind: 'inspect'; readonly object: ObjectKey }
  | { readonly kind: 'share'; readonly object: SharedObject }
  | { readonly kind: 'delete'; readonly objects: readonly ObjectRow[] }
  | { readonly kind: 'copy'; readonly objects: readonly ObjectRow[] }
  /** If empty, the dialog exports all objects of the selected types. */
  | { readonly kind: 'export'; readonly objects: readonly ObjectRow[] }
  | { readonly kind: 'import' };

export interface DialogProps {
  readonly api: ObjectsApi;
  readonly toasts: IToasts;
  readonly types: readonly ManagedType[];
  readonly tenants: Tenants;
  readonly core: Pick<CoreStart, 'application' | 'uiSettings'>;
  readonly security?: SecurityPluginStart;
  /** Where an object opens outside this product; `undefined` if that is not configured. */
  readonly openAddress: (object: ObjectKey) => string | undefined;
  readonly onInspect: (object: ObjectKey) => void;
  readonly onShare: (object: SharedObject) => void;
  /** @param hasChanged - whether objects of this tenant were changed */
  readonly onClose: (hasChanged: boolean) => void;
}
