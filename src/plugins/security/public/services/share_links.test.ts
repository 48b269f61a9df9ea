import { allowConsole } from '../../../../../test/helpers/console_guard';
import { BehaviorSubject } from 'rxjs';
import { createAccount, fetchError } from '../mocks';
import { startShareLinks, type ShareLinks } from './share_links';

let links: ShareLinks | undefined;
afterEach(() => links?.stop());

/** Opens a page in a tenant, with the response to `GET /api/v1/multitenancy/tenant`. */
function openPage(tenant: string | null, response: Promise<string> = Promise.resolve(tenant!)) {
  const client = { tenant: jest.fn(() => response) };
  const account$ = new BehaviorSubject(createAccount({ user_requested_tenant: tenant }));
  const rules$ = new BehaviorSubject({
    isEnabled: true,
    isGlobalEnabled: true,
    isPrivateEnabled: true,
  });
  links = startShareLinks({ client, session: { account$ }, tenancy: { rules$ } });
  return { links, client, account$, rules$ };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));
const LINK = 'https://h/app/x';

describe('share link', () => {
  it.each([
    ['', 'https://h/app/x?security_tenant=global'],
    ['__user__', 'https://h/app/x?security_tenant=private'],
    ['fin & co', 'https://h/app/x?security_tenant=fin%20%26%20co'],
  ])('of the tenant %j is %s', async (tenant, expected) => {
    const page = openPage(tenant);
    await settled();
    expect(page.links.addTenant(LINK)).toBe(expected);
  });

  it('names the tenant that the server reports', async () => {
    const page = openPage('sales', Promise.resolve('finance'));
    await settled();
    expect(page.links.addTenant(LINK)).toBe(`${LINK}?security_tenant=finance`);
  });

  it('is unchanged if the tenant cannot be loaded, which is logged', async () => {
    allowConsole(/tenant for a share link could not be loaded/);
    const page = openPage('sales', Promise.reject(fetchError(500)));
    await settled();
    expect(page.links.addTenant(LINK)).toBe(LINK);
  });

  it('names no tenant and sends no request without multitenancy or without a tenant', () => {
    const page = openPage(null);
    expect(page.links.addTenant(LINK)).toBe(LINK);
    page.rules$.next({ ...page.rules$.value, isEnabled: false });
    page.account$.next(createAccount({ user_requested_tenant: 'sales' }));
    expect(page.links.addTenant(LINK)).toBe(LINK);
    expect(page.client.tenant).not.toHaveBeenCalled();
  });

  it('follows a tenant switch', () => {
    const page = openPage('sales');
    page.account$.next(createAccount({ user_requested_tenant: 'finance' }));
    expect(page.links.addTenant(LINK)).toBe(`${LINK}?security_tenant=finance`);
  });
});

describe('share buttons of other plugins', () => {
  const URL = 'https://h/app/x#/view?a=1';
  afterEach(() => document.body.replaceChildren());

  function copy(text: string) {
    document.body.innerHTML = `<button data-share-url="${URL}"><i></i></button><span></span>`;
    const copied = document.querySelector('span')!;
    copied.textContent = text;
    document.getSelection()!.selectAllChildren(copied);
    const setData = jest.fn();
    const event = Object.assign(new Event('copy', { cancelable: true }), {
      clipboardData: { setData },
    });
    document.dispatchEvent(event);
    return { text: setData.mock.calls[0]?.[1] as string | undefined, event };
  }

  it('copy the tenant as a link and inside iframe code before any response', () => {
    openPage('sales', new Promise(() => undefined));
    const link = 'https://h/app/x?security_tenant=sales#/view?a=1';
    const { text, event } = copy(URL);
    expect([text, event.defaultPrevented]).toEqual([link, true]);
    const frame = copy(`<iframe src="${URL}" height="600"></iframe>`);
    expect(frame.text).toBe(`<iframe src="${link}" height="600"></iframe>`);
  });

  it('copy other texts and links without a known tenant unchanged', async () => {
    allowConsole(/tenant for a share link could not be loaded/);
    openPage('sales', Promise.reject(fetchError(500)));
    expect(copy('something else').event.defaultPrevented).toBe(false);
    await settled();
    expect(copy(URL).event.defaultPrevented).toBe(false);
  });
});
