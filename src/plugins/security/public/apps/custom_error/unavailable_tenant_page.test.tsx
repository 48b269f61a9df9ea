import { screen } from '@testing-library/react';
import {
  TENANT_SWITCH_PATH,
  tenantPageUrl,
  type TenantSource,
  UNAVAILABLE_TENANT_PATH,
} from '../../../common';
import { createScreen, renderInCore } from '../../mocks';
import type { ScreenDeps } from '../../services/screen_deps';
import { TenantSwitchPage } from './tenant_switch_page';
import { UnavailableTenantPage } from './unavailable_tenant_page';

async function open(tenant: string, target: string, source: TenantSource = 'link', hash = '') {
  const address = tenantPageUrl('', UNAVAILABLE_TENANT_PATH, tenant, target, source);
  const page = { pathname: '/app/customerror/tenant', search: address.slice(address.indexOf('?')) };
  const deps = await createScreen({ page: { ...page, hash } });
  renderInCore(<UnavailableTenantPage {...(deps as unknown as ScreenDeps)} />);
  return deps;
}
const link = () => screen.getByRole('link', { name: 'Open in your own tenant' });

describe('address with an unavailable tenant', () => {
  it('shows a message with a link to the page without the tenant', async () => {
    await open('fin & co', '/app/home?a=1&security_tenant=other', 'link', '#/x');
    expect(screen.getByRole('heading', { name: 'Tenant not available' })).toBeInTheDocument();
    expect(screen.getByText(/^This link leads to the tenant “fin & co”/)).toBeInTheDocument();
    expect(link()).toHaveAttribute('href', '/app/home?a=1#/x');
  });

  it.each(['//evil.example/x', 'https://evil.example', '/\\evil.example'])(
    'links to no other site: %s',
    async (target) => {
      await open('x', target);
      expect(link()).toHaveAttribute('href', '/');
    }
  );

  it.each([
    ['typed', /^The address specifies the tenant “Private”/],
    ['site', /^A link on another website leads to the tenant “Private”/],
    ['unknown', /^The address specifies the tenant “Private”/],
  ] as const)('explains who named it: %s', async (source, text) => {
    await open('private', '/', source);
    expect(screen.getByText(text)).toBeInTheDocument();
  });
});

it('link on another site asks before it switches the tenant and continues to safe addresses only', async () => {
  const ask = async (target: string) => {
    const address = tenantPageUrl('', TENANT_SWITCH_PATH, 'sales', target, 'site');
    const search = address.slice(address.indexOf('?'));
    const page = { pathname: '/app/customerror/tenant_question', search, hash: '#/x' };
    const deps = await createScreen({ page });
    const { unmount } = renderInCore(<TenantSwitchPage {...(deps as unknown as ScreenDeps)} />);
    const hrefs = screen.getAllByRole('link').map((one) => one.getAttribute('href'));
    unmount();
    return hrefs;
  };
  expect(await ask('/app/home?a=1')).toEqual([
    '/app/home?a=1&security_tenant=sales#/x',
    '/app/home?a=1#/x',
  ]);
  expect(await ask('/app/home?security_tenant=other')).toEqual([
    '/app/home?security_tenant=sales#/x',
    '/app/home#/x',
  ]);
  expect(await ask('//evil.example/x')).toEqual(['/?security_tenant=sales#/x', '/#/x']);
});
