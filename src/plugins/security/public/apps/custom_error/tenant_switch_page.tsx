import { parseQueryParams, t } from '@sd/core/public';
import type { ReactElement } from 'react';
import {
  NEXT_URL_PARAMETER,
  safeNextUrl,
  TENANT_PARAMETER,
  TENANT_SOURCE_PARAMETER,
  tenantOfLink,
  withoutTenant,
  withTenant,
} from '../../../common';
import { ChromelessPage } from '../../components/chromeless/chromeless_page';
import { LightButton } from '../../components/chromeless/light_button';
import type { ScreenDeps } from '../../services/screen_deps';
import { tenantLabel } from '../../services/tenant_labels';
import { useBrand } from '../../components/chromeless/use_brand';

/** Links on other sites lead here instead of switching the tenant. */
export function TenantSwitchPage(deps: ScreenDeps): ReactElement {
  const { core, page } = deps;
  const query = parseQueryParams(page.search);
  const tenant = tenantOfLink(query.get(TENANT_PARAMETER) ?? '');
  const target = safeNextUrl(query.get(NEXT_URL_PARAMETER), core.http.basePath.serverBasePath);
  // Other websites can link to this page. Only the tenant that it names may be switched to.
  const next = `${withoutTenant(target)}${page.hash}`;
  return (
    <ChromelessPage
      {...useBrand(deps)}
      title={t('security.tenantQuestion.title', 'Switch tenant?')}
      subtitle={explanation(query.get(TENANT_SOURCE_PARAMETER), tenantLabel(tenant))}
    >
      <LightButton href={withTenant(next, tenant)}>
        {t('security.tenantQuestion.yes', 'Switch to “{tenant}”', { tenant: tenantLabel(tenant) })}
      </LightButton>
      <p style={{ textAlign: 'center', marginBlockStart: 16 }}>
        <a href={next}>{t('security.tenantQuestion.no', 'Stay in the current tenant')}</a>
      </p>
    </ChromelessPage>
  );
}

/** @param source - a `TenantSource` */
const explanation = (source: string | null, tenant: string): string =>
  source === 'unknown'
    ? t(
        'security.tenantQuestion.unknown',
        "This page's address specifies the tenant “{tenant}”. What you save next is saved in that tenant. If you followed a link, switch only if you trust it.",
        { tenant }
      )
    : t(
        'security.tenantQuestion.text',
        'A link on another website opens this page in the tenant “{tenant}”. What you save next is saved in that tenant.',
        { tenant }
      );
