import { allowConsole } from '../../../../../test/helpers/console_guard';
import { fetchError } from '../mocks';
import { addTenant, completeCopies } from './share_links';

const deps = (tenant: string | Error, isEnabled = true) => ({
  client: {
    tenant: jest.fn(async () => {
      if (tenant instanceof Error) throw tenant;
      return tenant;
    }),
  },
  tenancy: { rules: { isEnabled, isGlobalEnabled: true, isPrivateEnabled: true } },
});

describe('a share link', () => {
  it.each([
    ['', 'https://h/app/x?security_tenant=global'],
    ['__user__', 'https://h/app/x?security_tenant=private'],
    ['fin & co', 'https://h/app/x?security_tenant=fin%20%26%20co'],
  ])('of the tenant %j is %s', async (tenant, expected) => {
    expect(await addTenant(deps(tenant), 'https://h/app/x')).toBe(expected);
  });

  it('is shared as it is where the tenant cannot be read, which is logged', async () => {
    allowConsole(/tenant for a share link could not be loaded/);
    expect(await addTenant(deps(fetchError(500)), 'https://h/app/x')).toBe('https://h/app/x');
  });

  it('has no tenant, and asks for none, without multi-tenancy', async () => {
    const off = deps('sales', false);
    expect(await addTenant(off, 'https://h/app/x')).toBe('https://h/app/x');
    expect(off.client.tenant).not.toHaveBeenCalled();
  });
});

describe('what a share button of another plugin copies', () => {
  const URL = 'https://h/app/x#/view?a=1';
  let stop: () => void;
  afterEach(() => {
    stop();
    document.body.replaceChildren();
  });

  async function copy(text: string, tenant: string | Error = 'sales') {
    document.body.innerHTML = `<button data-share-url="${URL}"><i></i></button><span></span>`;
    stop = completeCopies(deps(tenant));
    document.querySelector('i')!.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve));
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

  it('has the tenant, as a link and inside the code of a frame', async () => {
    const link = 'https://h/app/x?security_tenant=sales#/view?a=1';
    const { text, event } = await copy(URL);
    expect([text, event.defaultPrevented]).toEqual([link, true]);
    stop();
    const frame = await copy(`<iframe src="${URL}" height="600"></iframe>`);
    expect(frame.text).toBe(`<iframe src="${link}" height="600"></iframe>`);
  });

  it('is left alone when it is something else, or the tenant cannot be read', async () => {
    expect((await copy('something else')).event.defaultPrevented).toBe(false);
    stop();
    allowConsole(/tenant for a share link could not be loaded/);
    expect((await copy(URL, fetchError(500))).text ?? URL).toBe(URL);
  });
});
