/** Saved objects page of the tenant: find, inspect, delete, export, import, copy. */
import { EuiFlexItem, EuiPanel, EuiSpacer } from '@elastic/eui';
import { lazy, type ReactElement, Suspense, useCallback, useMemo, useState } from 'react';
import { t } from '@sd/core/public';
import {
  actionItems,
  ActionsMenu,
  ChangedTime,
  DASH,
  type Facet,
  type ListColumn,
  ListTable,
  ListToolbar,
  ObjectType,
  objectTypeLabel,
  openAddress,
  type OpenWith,
  readOnce,
  useAppLocation,
  useChanged,
  useColumns,
  useKit,
  useList,
  useServerQuery,
} from '@sd/ui_kit';
import type { ManagedType, ObjectKey } from '../../common';
import type { ObjectRow, ObjectsApi } from './objects_api';
import type { DialogProps, OpenDialog } from './dialog_props';
import { TenantBar } from '../tenant_bar';
import type { ScreenDeps } from '../services/screen_deps';
import { useTenants } from '../services/use_tenants';
import { objectActions } from './objects_actions';
import { objectAt, objectPath } from './object_address';
import { OBJECTS_KEY, objectsSource } from './objects_list';
import { TransferButtons } from './transfer_buttons';

/** @param dateFormat - the `dateFormat` setting */
const objectColumns = (
  onInspect: (object: ObjectKey) => void,
  dateFormat: string
): ReadonlyArray<ListColumn<ObjectRow>> => [
  {
    id: 'title',
    name: t('management.objects.column.title', 'Title'),
    sortField: 'title',
    isFixed: true,
    render: (object) => (
      <button type="button" className="sdTextButton" onClick={() => onInspect(object)}>
        {object.title}
      </button>
    ),
  },
  {
    id: 'type',
    name: t('management.common.type', 'Type'),
    sortField: 'type',
    render: ({ type }) => <ObjectType type={type} />,
  },
  {
    id: 'updated',
    name: t('management.common.lastUpdated', 'Last updated'),
    sortField: 'updatedAt',
    render: ({ updatedAt }) =>
      updatedAt === undefined ? DASH : <ChangedTime at={updatedAt} format={dateFormat} />,
  },
];

/** One dialog is open at a time. Each is a separate chunk, because most visits need none. */
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

function ObjectsDialog({
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

export interface ObjectsPageProps extends ScreenDeps {
  readonly openWith: OpenWith;
  readonly api: ObjectsApi;
}

const TYPES_KEY = [...OBJECTS_KEY, 'types'];
const NO_TYPES: readonly ManagedType[] = [];

export function ObjectsPage({ core, security, openWith, api }: ObjectsPageProps): ReactElement {
  const { queries, history } = useKit();
  const inspected = objectAt(useAppLocation().pathname);
  const changed = useChanged();
  const tenants = useTenants(security);
  const { data: types = NO_TYPES } = useServerQuery(TYPES_KEY, (signal) => api.readTypes(signal));
  const source = useMemo(
    () => objectsSource(api, () => readOnce(queries, TYPES_KEY, (signal) => api.readTypes(signal))),
    [api, queries]
  );
  const list = useList(source);
  const [dialog, setDialog] = useState<OpenDialog>();
  // The inspected object is part of the address, so that reload, "back" and sharing work.
  const goTo = useCallback(
    (pathname: string) => history.push({ pathname, search: history.location.search }),
    [history]
  );
  const inspect = useCallback(
    (object: ObjectKey) => {
      setDialog(undefined);
      goTo(objectPath(object));
    },
    [goTo]
  );
  const openDialog: OpenDialog | undefined =
    dialog ?? (inspected && { kind: 'inspect', object: inspected });
  const dateFormat = core.uiSettings.get('dateFormat', 'MMM D, YYYY @ HH:mm:ss.SSS') as string;
  const columns = useColumns(
    'objects',
    useMemo(() => objectColumns(inspect, dateFormat), [inspect, dateFormat])
  );
  const actions = useMemo(() => objectActions(tenants, setDialog), [tenants]);
  const facets: readonly Facet[] = [
    {
      name: 'type',
      label: t('management.objects.types', 'Types'),
      options: types.map(({ name, total }) => ({
        value: name,
        label: objectTypeLabel(name),
        count: total,
      })),
    },
  ];

  /** @param hasChanged - whether the list has to be reloaded */
  const close = (hasChanged: boolean) => {
    if (!dialog && inspected) goTo('');
    setDialog(undefined);
    if (!hasChanged) return;
    list.deselect();
    changed(OBJECTS_KEY);
  };

  return (
    <div data-test-subj="savedObjects">
      {security && tenants.current && <TenantBar security={security} tenant={tenants.current} />}
      <EuiPanel grow={false} hasBorder hasShadow={false} paddingSize="m">
        <ListToolbar
          list={list}
          searchLabel={t('management.objects.searchLabel', 'Search saved objects')}
          facets={facets}
        >
          <EuiFlexItem grow={false}>
            <ActionsMenu size="s" items={actionItems(actions, list.selection)} />
          </EuiFlexItem>
          <TransferButtons
            canExport={types.length > 0}
            canWrite={tenants.canWrite}
            onOpen={setDialog}
          />
        </ListToolbar>
        <EuiSpacer size="s" />
        <ListTable
          list={list}
          columns={columns}
          caption={t('management.objects.caption', 'Saved objects of this tenant')}
          actions={actions}
          empty={<NoObjects />}
          data-test-subj="savedObjectsTable"
        />
      </EuiPanel>
      {openDialog && (
        <ObjectsDialog
          dialog={openDialog}
          api={api}
          toasts={core.notifications.toasts}
          types={types}
          tenants={tenants}
          core={core}
          {...(security && { security })}
          openAddress={(object) => openAddress(openWith, object, tenants.current?.name)}
          onInspect={inspect}
          onShare={(object) => setDialog({ kind: 'share', object })}
          onClose={close}
        />
      )}
    </div>
  );
}

const NoObjects = (): ReactElement => (
  <>
    <p>
      <strong>{t('management.objects.none', 'This tenant has no saved objects yet')}</strong>
    </p>
    <p>{t('management.objects.noneHint', 'Objects that are saved or imported appear here.')}</p>
  </>
);
