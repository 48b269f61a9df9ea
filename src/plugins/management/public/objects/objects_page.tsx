/** Saved objects of the tenant: find, inspect, delete, export, import, copy. */
import { EuiFlexItem, EuiSpacer } from '@elastic/eui';
import { useCallback, useMemo, useState, type ReactElement } from 'react';
import { FormattedMessage, i18n } from '@sd/core/public';
import {
  actionItems,
  ActionsMenu,
  ListTable,
  ListToolbar,
  readOnce,
  useAppLocation,
  useChanged,
  useColumns,
  useKit,
  useList,
  useServerQuery,
  type Facet,
  objectTypeLabel,
} from '@sd/ui_kit';
import type { ManagedType, ObjectKey } from '../../common';
import { TenantBar } from '../tenant_bar';
import type { ScreenDeps } from '../services/screen_deps';
import { useTenants } from '../services/use_tenants';
import type { OpenDialog } from './dialog_props';
import { objectActions } from './objects_actions';
import { objectAt, objectPath } from './object_address';
import type { ObjectsApi } from './objects_api';
import { objectColumns } from './objects_columns';
import { ObjectsDialog } from './objects_dialog';
import { OBJECTS_KEY, objectsSource } from './objects_list';
import { TransferButtons } from './transfer_buttons';

export interface ObjectsPageProps extends ScreenDeps {
  readonly api: ObjectsApi;
}

const TYPES_KEY = [...OBJECTS_KEY, 'types'];
const NO_TYPES: readonly ManagedType[] = [];

export function ObjectsPage({ core, security, api }: ObjectsPageProps): ReactElement {
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
  // In the address: an object that is looked into can be reloaded, left by "back", and shared.
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
  const shown: OpenDialog | undefined =
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
      label: i18n.translate('management.objects.types', { defaultMessage: 'Types' }),
      options: types.map(({ name, total }) => ({
        value: name,
        label: objectTypeLabel(name),
        count: total,
      })),
    },
  ];

  /** @param hasChanged - what the dialog did shows in the list */
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
      <ListToolbar
        list={list}
        searchLabel={i18n.translate('management.objects.searchLabel', {
          defaultMessage: 'Search saved objects',
        })}
        facets={facets}
      >
        <EuiFlexItem grow={false}>
          <ActionsMenu items={actionItems(actions, list.selection)} />
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
        caption={i18n.translate('management.objects.caption', {
          defaultMessage: 'Saved objects of this tenant',
        })}
        actions={actions}
        empty={<NoObjects />}
        data-test-subj="savedObjectsTable"
      />
      {shown && (
        <ObjectsDialog
          dialog={shown}
          api={api}
          toasts={core.notifications.toasts}
          types={types}
          tenants={tenants}
          core={core}
          {...(security && { security })}
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
      <strong>
        <FormattedMessage
          id="management.objects.none"
          defaultMessage="This tenant has no saved objects yet"
        />
      </strong>
    </p>
    <p>
      <FormattedMessage
        id="management.objects.noneHint"
        defaultMessage="Objects appear here as soon as somebody saves or imports one."
      />
    </p>
  </>
);
