/** The tenants. Source: specification sections 2.1 and 3; reference security-plugin 1.9. */
import { EuiButton, EuiEmptyPrompt } from '@elastic/eui';
import { FormattedMessage, i18n, useObservable } from '@sd/core/public';
import {
  deleteEach,
  DeleteDialog,
  ListPage,
  useChanged,
  useLink,
  useList,
  usePage,
} from '@sd/ui_kit';
import { type ReactElement, useMemo, useState } from 'react';
import { customizationFacet } from '../../../components/customization_facet';
import { DeleteQuestion, deleteTitle } from '../../../components/resource_delete_dialog';
import { TOAST_LIFETIME_MS } from '../../../components/toast_lifetime';
import { useAdmin } from '../../../services/admin_context';
import { resourceKey } from '../../../services/query_keys';
import { TENANT_PAGES } from '../routing/paths';
import { tenantActions } from './tenant_actions';
import { useTenantApps } from './tenant_apps';
import { useTenantColumns } from './tenant_columns';
import { type TenantItem, tenantSource } from './tenant_source';
import { useTenantSwitch } from './use_tenant_switch';

export function TenantListPage(): ReactElement {
  const { config } = useAdmin();
  return config.multitenancy.enabled ? <Tenants /> : <TenancyDisabled />;
}

const pageTitle = (): string =>
  i18n.translate('security.tenants.title', { defaultMessage: 'Tenants' });

function Tenants(): ReactElement {
  const { client, config, core, kit, session } = useAdmin();
  const { history } = kit.services;
  const link = useLink();
  const isPrivateEnabled = config.multitenancy.tenants.enable_private;
  const source = useMemo(() => tenantSource(client, isPrivateEnabled), [client, isPrivateEnabled]);
  const list = useList(source);
  const current = useObservable(session.currentTenant$, undefined)?.name;
  const apps = useTenantApps();
  const switchTo = useTenantSwitch();
  const [toDelete, setToDelete] = useState<readonly TenantItem[]>();
  const columns = useTenantColumns({
    current,
    apps,
    open: (tenant, app) => void switchTo(tenant, app),
  });
  const actions = tenantActions({
    apps,
    switchTo,
    open: (path) => history.push(path),
    remove: setToDelete,
  });

  const finishDeleting = (deleted: readonly string[]) => {
    setToDelete(undefined);
    if (deleted.length === 0) return;
    list.deselect(deleted);
    core.notifications.toasts.addSuccess({
      title: i18n.translate('security.tenants.deleted', {
        defaultMessage:
          '{count, plural, one {Tenant "{name}" deleted.} other {# tenants deleted.}}',
        values: { count: deleted.length, name: deleted[0] },
      }),
      toastLifeTimeMs: TOAST_LIFETIME_MS,
    });
  };

  return (
    <ListPage<TenantItem>
      id="tenants"
      title={pageTitle()}
      description={
        <FormattedMessage
          id="security.tenants.intro"
          defaultMessage="Tenants are spaces for index patterns, visualizations, dashboards and other objects. They let people work apart from one another, or share with some: roles say who may read a tenant and who may write to it. The label “Current” marks the one you work in; switch from here or from your account menu."
        />
      }
      list={list}
      searchLabel={i18n.translate('security.tenants.search', { defaultMessage: 'Find tenant' })}
      facets={[customizationFacet()]}
      columns={columns}
      actions={actions}
      create={
        <EuiButton fill iconType="plusCircle" {...link(TENANT_PAGES.create)} id="createTenant">
          <FormattedMessage id="security.tenants.create" defaultMessage="Create tenant" />
        </EuiButton>
      }
      data-test-subj="tenant-list"
    >
      {toDelete && <TenantDeleteDialog tenants={toDelete} onClose={finishDeleting} />}
    </ListPage>
  );
}

interface TenantDeleteDialogProps {
  readonly tenants: readonly TenantItem[];
  readonly onClose: (deleted: readonly string[]) => void;
}

/** One call per tenant (specification section 7), each with a result of its own. */
function TenantDeleteDialog({ tenants, onClose }: TenantDeleteDialogProps): ReactElement {
  const { client } = useAdmin();
  const changed = useChanged();
  const entities = i18n.translate('security.tenants.entities', { defaultMessage: 'tenant(s)' });
  const items = tenants.map(({ name, tenant }) => ({ id: name, name: tenant }));
  return (
    <DeleteDialog
      items={items}
      title={deleteTitle()}
      itemsLabel={entities}
      consequences={
        <FormattedMessage
          id="security.tenants.deletion"
          defaultMessage="Nobody can open the tenant any more. Its dashboards and other objects stay stored, and are there again when a tenant of the same name is made. Roles keep naming it."
        />
      }
      run={deleteEach(items, ({ id }) => client.remove('tenants', id))}
      onClose={(deleted) => {
        onClose(deleted);
        if (deleted.length > 0) changed(resourceKey('tenants'));
      }}
    >
      <DeleteQuestion entities={entities} />
    </DeleteDialog>
  );
}

function TenancyDisabled(): ReactElement {
  usePage([{ text: pageTitle() }]);
  return (
    <>
      <EuiEmptyPrompt
        iconType="spaces"
        titleSize="m"
        title={
          <h1>
            <FormattedMessage
              id="security.tenants.disabled"
              defaultMessage="You have not enabled multi tenancy"
            />
          </h1>
        }
        body={
          <FormattedMessage
            id="security.tenants.disabledBody"
            defaultMessage="Contact your administrator to enable multi tenancy."
          />
        }
      />
    </>
  );
}
