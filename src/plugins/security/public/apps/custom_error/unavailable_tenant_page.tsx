/**
 * Page for an address with an unavailable tenant; shows a message instead of another tenant's
 * content. Missing and inaccessible tenants get the same message.
 */
import { parseQueryParams, t } from '@sd/core/public';
import type { ReactElement } from 'react';
import {
  NEXT_URL_PARAMETER,
  safeNextUrl,
  TENANT_PARAMETER,
  TENANT_SOURCE_PARAMETER,
  tenantOfLink,
  withoutTenant,
} from '../../../common';
import { tenantLabel } from '../../services/tenant_labels';
import { ChromelessPage } from '../../components/chromeless/chromeless_page';
import { LightButton } from '../../components/chromeless/light_button';
import { useBrand } from '../../components/chromeless/use_brand';
import type { ScreenDeps } from '../../services/screen_deps';

export function UnavailableTenantPage(deps: ScreenDeps): ReactElement {
  const { core, page } = deps;
  const query = parseQueryParams(page.search);
  const tenant = tenantOfLink(query.get(TENANT_PARAMETER) ?? '');
  const next = safeNextUrl(query.get(NEXT_URL_PARAMETER), core.http.basePath.serverBasePath);
  return (
    <ChromelessPage
      {...useBrand(deps)}
      title={t('security.unavailableTenant.title', 'Tenant not available')}
      subtitle={explanation(query.get(TENANT_SOURCE_PARAMETER), tenantLabel(tenant))}
    >
      <LightButton href={`${withoutTenant(next)}${page.hash}`} data-test-subj="open-without-tenant">
        {t('security.unavailableTenant.continue', 'Open in your own tenant')}
      </LightButton>
    </ChromelessPage>
  );
}

/** @param source - a `TenantSource`; the server corrects it on requests from other websites */
function explanation(source: string | null, tenant: string): string {
  if (source === 'typed' || source === 'unknown')
    return t(
      'security.unavailableTenant.typed',
      "The address specifies the tenant “{tenant}”. It doesn't exist, you don't have access to it, or tenants are turned off. Check the address, or ask your administrator.",
      { tenant }
    );
  if (source === 'link')
    return t(
      'security.unavailableTenant.text',
      "This link leads to the tenant “{tenant}”. It doesn't exist, you don't have access to it, or tenants are turned off. Ask the person who sent the link, or your administrator.",
      { tenant }
    );
  return t(
    'security.unavailableTenant.site',
    "A link on another website leads to the tenant “{tenant}”. It doesn't exist, you don't have access to it, or tenants are turned off. Ask the person who sent the link, or your administrator.",
    { tenant }
  );
}
