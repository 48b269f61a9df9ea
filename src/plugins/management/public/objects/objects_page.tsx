/** Saved objects of the tenant: find, inspect, delete, export, import, copy (issue 3, "Host apps"). */
import { EuiScreenReaderOnly, EuiSpacer } from '@elastic/eui';
import { useState, type ReactElement } from 'react';
import { FormattedMessage, i18n, type ScopedHistoryContract, useRequest } from '@sd/core/public';
import type { ObjectKey } from '../../common';
import { LoadError } from '../components/load_error';
import { TenantBar } from '../components/tenant_bar';
import type { ScreenDeps } from '../services/screen_deps';
import { useTenants } from '../services/use_tenants';
import type { OpenDialog } from './dialog_props';
import { ObjectsDialog } from './objects_dialog';
import type { ObjectRow, ObjectsApi } from './objects_api';
import { useObjectsQuery } from './objects_query';
import { ObjectsTable } from './objects_table';
import { ObjectsToolbar } from './objects_toolbar';

export interface ObjectsPageProps extends ScreenDeps {
  readonly history: ScopedHistoryContract;
  readonly api: ObjectsApi;
}

const NOTHING: readonly ObjectRow[] = [];

export function ObjectsPage({ core, security, history, api }: ObjectsPageProps): ReactElement {
  const tenants = useTenants(security);
  const [query, change] = useObjectsQuery(history);
  const types = useRequest('types', (signal) => api.readTypes(signal));
  const known = types.data;
  const page = useRequest(
    JSON.stringify([query, known?.map(({ name }) => name)]),
    async (signal) => (known ? api.find(query, known, signal) : undefined)
  );
  const [selection, setSelection] = useState(NOTHING);
  const [dialog, setDialog] = useState<OpenDialog>();

  const error = types.error ?? page.error;
  const reload = () => {
    types.reload();
    page.reload();
  };
  /** @param hasChanged - what the dialog did shows in the list */
  const close = (hasChanged: boolean) => {
    setDialog(undefined);
    if (!hasChanged) return;
    setSelection(NOTHING);
    reload();
  };
  const inspect = (object: ObjectKey) => setDialog({ kind: 'inspect', object });

  return (
    <div data-test-subj="savedObjects">
      {security && tenants.current && <TenantBar security={security} tenant={tenants.current} />}
      <ObjectsToolbar
        query={query}
        onChange={change}
        types={known ?? []}
        selection={selection}
        tenants={tenants}
        onOpen={setDialog}
      />
      <EuiScreenReaderOnly>
        <p role="status">
          {page.data && !page.isLoading && (
            <FormattedMessage
              id="management.objects.resultCount"
              defaultMessage="{count, plural, =0 {No saved objects found} one {# saved object} other {# saved objects}}"
              values={{ count: page.data.total }}
            />
          )}
        </p>
      </EuiScreenReaderOnly>
      <EuiSpacer size="m" />
      {error !== undefined ? (
        <LoadError
          title={i18n.translate('management.objects.loadError', {
            defaultMessage: 'The saved objects could not be loaded',
          })}
          error={error}
          onRetry={reload}
        />
      ) : (
        <ObjectsTable
          rows={page.data?.rows ?? NOTHING}
          total={page.data?.total ?? 0}
          isLoading={types.isLoading || page.isLoading || page.data === undefined}
          query={query}
          onChange={change}
          selection={selection}
          onSelect={setSelection}
          onInspect={inspect}
          dateFormat={core.uiSettings.get('dateFormat', 'MMM D, YYYY @ HH:mm:ss.SSS')}
        />
      )}
      {dialog && (
        <ObjectsDialog
          dialog={dialog}
          api={api}
          toasts={core.notifications.toasts}
          types={known ?? []}
          tenants={tenants}
          onInspect={inspect}
          onClose={close}
        />
      )}
    </div>
  );
}
