/**
 * Page for an address with an unavailable tenant; shows a message instead of another tenant's
 * content. Missing and inaccessible tenants get the same message.
 */
import { parseQueryParams, t } from '@sd/core/public';
import { type ReactElement, useEffect } from 'react';
import { NEXT_URL_PARAMETER, safeNextUrl, TENANT_PARAMETER, tenantOfLink } from '../../../common';
import { tenantLabel } from '../../services/tenant_labels';
import { ChromelessPage } from '../../components/chromeless/chromeless_page';
import { LightButton } from '../../components/chromeless/light_button';
import { useBrand } from '../../components/chromeless/use_brand';
import type { ScreenDeps } from '../../services/screen_deps';

export function UnavailableTenantPage(deps: ScreenDeps): ReactElement {
  const { core, memory, page } = deps;
  const query = parseQueryParams(page.search);
  const tenant = tenantOfLink(query.get(TENANT_PARAMETER) ?? '');
  const next = safeNextUrl(query.get(NEXT_URL_PARAMETER), core.http.basePath.serverBasePath);
  useEffect(() => {
    // Login uses the remembered tenant and would lead here each time.
    if (memory.savedTenant === tenant) memory.saveTenant(undefined);
  }, [memory, tenant]);
  return (
    <ChromelessPage
      {...useBrand(deps)}
      title={t('security.unavailableTenant.title', 'Tenant not available')}
      subtitle={t(
        'security.unavailableTenant.text',
        "This link leads to the tenant “{tenant}”. It doesn't exist, you don't have access to it, or tenants are turned off. Ask the person who sent the link, or your administrator.",
        { tenant: tenantLabel(tenant) }
      )}
    >
      <LightButton href={`${next}${page.hash}`} data-test-subj="open-without-tenant">
        {t('security.unavailableTenant.continue', 'Open in your own tenant')}
      </LightButton>
    </ChromelessPage>
  );
}
