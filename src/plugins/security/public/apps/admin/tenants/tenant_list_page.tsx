/** List of tenants. */
import { EuiButton, EuiEmptyPrompt } from '@elastic/eui';
import { type ReactElement, useMemo } from 'react';
import { errorText, t, useObservable } from '@sd/core/public';
import { type ListAction, PageHelpLinks, useLink, usePage } from '@sd/ui_kit';
import { useAdmin } from '../../../services/admin_context';
import { enterTenant } from '../../../services/enter_tenant';
import { useMayOpen } from '../../../services/rights';
import { type TenantApp, useTenantApps } from './tenant_apps';
import { isChangeable, type TenantItem, tenantSource } from './tenant_source';
import { EntityListPage } from '../../../components/entity_list_page';
import { TENANT_PAGES } from '../paths';
import { TenantTabs } from './tenant_tabs';
import { useTenantColumns } from './tenant_columns';

/** Switches to another tenant. Source: specification section 7, `POST multitenancy/tenant`. */
export type TenantSwitch = (tenant: TenantItem, app?: TenantApp) => Promise<void>;

/** Reloads the page in the tenant or opens an app there. A failure is shown as a toast. */
export function useTenantSwitch(): TenantSwitch {
  const { client, core, memory, page, session } = useAdmin();
  return async ({ tenant, tenantValue }, app) => {
    const username = session.account?.user_name ?? '';
    try {
      await client.selectTenant({ tenant: tenantValue, username });
    } catch (error) {
      core.notifications.toasts.addDanger({
        title: t('security.tenants.selectFailed', 'Failed to select {tenant} tenant', { tenant }),
        text: errorText(error),
      });
      return;
    }
    const url = app && core.application.getUrlForApp(app);
    enterTenant({ page, memory }, tenantValue, username, url);
  };
}

/**
 * Tenant actions in addition to those of all entities. Ids and order:
 * docs/reference/security-app.md#tenants.
 */
export const switchAction = (switchTo: TenantSwitch): ListAction<TenantItem> => ({
  id: 'switchTenant',
  label: t('security.tenants.switch', 'Switch to selected tenant'),
  iconType: 'merge',
  isForOne: true,
  run: ([tenant]) => void (tenant && switchTo(tenant)),
});

/** Actions that open the apps with the content of a tenant. */
export const appActions = (
  apps: readonly TenantApp[],
  switchTo: TenantSwitch
): ReadonlyArray<ListAction<TenantItem>> => apps.map((app) => createIn(app, switchTo));

const createIn = (app: TenantApp, switchTo: TenantSwitch): ListAction<TenantItem> => ({
  id: app === 'dashboards' ? 'createDashboard' : 'createVisualizations',
  label:
    app === 'dashboards'
      ? t('security.tenants.createDashboard', 'Create dashboard')
      : t('security.tenants.createVisualizations', 'Create visualizations'),
  iconType: 'plusCircle',
  isForOne: true,
  run: ([tenant]) => void (tenant && switchTo(tenant, app)),
});

export const reservedReason = (tenants: readonly TenantItem[]): string | undefined =>
  tenants.every(isChangeable)
    ? undefined
    : t('security.tenants.reservedSelected', "Reserved tenants can't be changed or deleted.");

export const uncopyable = (tenants: readonly TenantItem[]): string | undefined =>
  tenants.some(({ entity }) => entity === undefined)
    ? t(
        'security.tenants.privateSelected',
        "A private tenant can't be duplicated. All users already have one."
      )
    : undefined;

export function TenantListPage(): ReactElement {
  const { tenancy } = useAdmin();
  const { isEnabled } = useObservable(tenancy.rules$, tenancy.rules);
  return isEnabled ? <Tenants /> : <TenancyDisabled />;
}

const pageTitle = (): string => t('security.common.tenants', 'Tenants');

function Tenants(): ReactElement {
  const { entities, session, tenancy } = useAdmin();
  const { isPrivateEnabled } = useObservable(tenancy.rules$, tenancy.rules);
  const source = useMemo(
    () => tenantSource(entities, isPrivateEnabled),
    [entities, isPrivateEnabled]
  );
  const current = useObservable(session.currentTenant$, undefined)?.name;
  const apps = useTenantApps();
  const switchTo = useTenantSwitch();
  const columns = useTenantColumns({
    current,
    apps,
    open: (tenant, app) => void switchTo(tenant, app),
  });
  return (
    <EntityListPage<TenantItem>
      resource="tenants"
      id="tenants"
      testSubject="tenant-list"
      notice={<TenantTabs selected="manage" />}
      pages={TENANT_PAGES}
      source={source}
      columns={columns}
      title={pageTitle()}
      description={t(
        'security.tenants.intro',
        'Tenants are separate spaces for dashboards and other saved objects. Roles decide who can read or change them.'
      )}
      searchLabel={t('security.tenants.search', 'Find tenant')}
      create={{
        text: t('security.common.createTenant', 'Create tenant'),
        id: 'createTenant',
      }}
      reserved={reservedReason}
      uncopyable={uncopyable}
      firstActions={[switchAction(switchTo)]}
      moreActions={appActions(apps, switchTo)}
      deletion={{
        entities: t('security.tenants.entities', 'tenant(s)'),
        consequences: () =>
          t(
            'security.tenants.deletion',
            'No one can open the tenant any more. Its saved objects are kept and return if you create a tenant with the same name. Roles still list it.'
          ),
        deletedText: (values) =>
          t(
            'security.tenants.deleted',
            '{count, plural, one {Tenant "{name}" deleted.} other {# tenants deleted.}}',
            { ...values }
          ),
      }}
    />
  );
}

function ConfigureTenancy(): ReactElement {
  const link = useLink();
  return (
    <EuiButton fill {...link(TENANT_PAGES.configure)}>
      {t('security.tenants.configure', 'Configure tenancy')}
    </EuiButton>
  );
}

function TenancyDisabled(): ReactElement {
  const { isConfigured } = useAdmin().tenancy;
  const mayConfigure = useMayOpen()(TENANT_PAGES.configure);
  usePage([{ text: pageTitle() }]);
  return (
    <>
      <EuiEmptyPrompt
        iconType="spaces"
        titleSize="m"
        title={<h1>{t('security.tenants.disabled', 'You have not enabled multi tenancy')}</h1>}
        body={
          <>
            <p>
              {t(
                'security.tenants.disabledBody',
                'Contact your administrator to enable multi tenancy.'
              )}
            </p>
            <PageHelpLinks />
          </>
        }
        actions={isConfigured && mayConfigure && <ConfigureTenancy />}
      />
    </>
  );
}
