/** The one dialog that may be open; each is a chunk of its own, for most visits need none. */
import { lazy, Suspense, type ReactElement } from 'react';
import type { DialogProps, OpenDialog } from './dialog_props';

const InspectFlyout = lazy(async () => ({
  default: (await import('./inspect_flyout')).InspectFlyout,
}));
const ShareObject = lazy(async () => ({
  default: (await import('./share_object')).ShareObject,
}));
const ObjectsDeleteDialog = lazy(async () => ({
  default: (await import('./delete_dialog')).ObjectsDeleteDialog,
}));
const ExportDialog = lazy(async () => ({
  default: (await import('./export_dialog')).ExportDialog,
}));
const ImportFlyout = lazy(async () => ({
  default: (await import('./import/import_flyout')).ImportFlyout,
}));
const CopyFlyout = lazy(async () => ({
  default: (await import('./copy_flyout')).CopyFlyout,
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
    case 'share':
      return <ShareObject {...props} object={dialog.object} onClose={() => props.onClose(false)} />;
    case 'delete':
      return <ObjectsDeleteDialog {...props} objects={dialog.objects} />;
    case 'export':
      return <ExportDialog {...props} objects={dialog.objects} />;
    case 'copy':
      return <CopyFlyout {...props} objects={dialog.objects} />;
    case 'import':
      return <ImportFlyout {...props} />;
  }
}
