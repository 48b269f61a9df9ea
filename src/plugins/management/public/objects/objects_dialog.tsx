/** The one dialog that may be open; each is a chunk of its own, for most visits need none. */
import { lazy, Suspense, type ReactElement } from 'react';
import type { IToasts } from '@sd/core/public';
import type { ManagedType, ObjectKey } from '../../common';
import type { Tenants } from '../services/use_tenants';
import type { ObjectRow, ObjectsApi } from './objects_api';

export type OpenDialog =
  | { readonly kind: 'inspect'; readonly object: ObjectKey }
  | { readonly kind: 'delete'; readonly objects: readonly ObjectRow[] }
  | { readonly kind: 'copy'; readonly objects: readonly ObjectRow[] }
  /** None chosen: all of some types. */
  | { readonly kind: 'export'; readonly objects: readonly ObjectRow[] }
  | { readonly kind: 'import' };

export interface DialogProps {
  readonly api: ObjectsApi;
  readonly toasts: IToasts;
  readonly types: readonly ManagedType[];
  readonly tenants: Tenants;
  readonly onInspect: (object: ObjectKey) => void;
  /** @param hasChanged - whether objects of this tenant were changed */
  readonly onClose: (hasChanged: boolean) => void;
}

const InspectFlyout = lazy(async () => ({
  default: (await import('./inspect_flyout')).InspectFlyout,
}));
const DeleteDialog = lazy(async () => ({
  default: (await import('./delete_dialog')).DeleteDialog,
}));
const ExportDialog = lazy(async () => ({
  default: (await import('./export_dialog')).ExportDialog,
}));
const ImportFlyout = lazy(async () => ({
  default: (await import('./import/import_flyout')).ImportFlyout,
}));
const CopyFlyout = lazy(async () => ({
  default: (await import('./copy/copy_flyout')).CopyFlyout,
}));

export function ObjectsDialog({
  dialog,
  ...props
}: DialogProps & { readonly dialog: OpenDialog }): ReactElement {
  return <Suspense fallback={null}>{render(dialog, props)}</Suspense>;
}

function render(dialog: OpenDialog, props: DialogProps): ReactElement {
  switch (dialog.kind) {
    case 'inspect':
      return <InspectFlyout {...props} object={dialog.object} />;
    case 'delete':
      return <DeleteDialog {...props} objects={dialog.objects} />;
    case 'export':
      return <ExportDialog {...props} objects={dialog.objects} />;
    case 'copy':
      return <CopyFlyout {...props} objects={dialog.objects} />;
    case 'import':
      return <ImportFlyout {...props} />;
  }
}
