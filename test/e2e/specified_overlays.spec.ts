/**
 * What lies above the page, as the specification describes it to users: toasts, banners, flyouts,
 * dialogs and the errors in them. Opened in the page, as plugins open them.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import type { CoreStart } from '../../src/core/public';
import { launchChromium, type Profile } from '../helpers/chromium';
import { exposeCore, withCore } from '../helpers/core_access';
import type { HttpClient } from '../helpers/http_client';
import { openLoggedIn } from '../helpers/logged_in';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { toast } from './screens/shell';

jest.setTimeout(120_000);

const APPS = [{ id: 'plain', title: 'A plain app' }] as const;

let server: TestServer;
let browser: Browser;
let admin: HttpClient;
let profile: Profile | undefined;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchChromium()]);
  admin = await server.adminClient();
});
afterEach(async () => {
  await profile?.close();
  profile = undefined;
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function visit(): Promise<Page> {
  profile = await openLoggedIn(browser, server.url, ADMIN);
  const { context, page } = profile;
  await context.addInitScript(() => {
    /** What plugins render: a heading and a button. It counts how often it is removed. */
    const overlays = {
      removed: {} as Record<string, number>,
      results: [] as unknown[],
      content: (text: string) => (element: HTMLElement) => {
        const heading = document.createElement('h2');
        heading.textContent = text;
        element.append(heading, document.createElement('button'));
        return () => {
          overlays.removed[text] = (overlays.removed[text] ?? 0) + 1;
          element.replaceChildren();
        };
      },
    };
    Object.assign(window, overlays, { overlays });
  });
  await exposeCore(context, APPS);
  await page.goto('/app/plain');
  await page.getByRole('heading', { level: 1, name: 'A plain app' }).waitFor();
  return page;
}

/** What the init script puts on the page. */
interface Overlays {
  readonly removed: Record<string, number>;
  readonly results: unknown[];
  content(text: string): (element: HTMLElement) => () => void;
}
declare global {
  interface Window {
    overlays: Overlays;
  }
}
const removed = (page: Page) => page.evaluate(() => window.overlays.removed);
const results = (page: Page) => page.evaluate(() => window.overlays.results);
const top = async (one: Locator) => {
  await one.waitFor();
  return (await one.boundingBox())?.y ?? NaN;
};
const saveSettings = async (changes: Record<string, unknown>) => {
  const { status, text } = await admin.post('/api/kibana/settings', { changes });
  if (status !== 200) throw new Error(`The settings answered ${status}: ${text}`);
};

describe('toasts', () => {
  afterEach(() =>
    saveSettings({
      'notifications:lifetime:info': null,
      'notifications:lifetime:warning': null,
      'notifications:lifetime:error': null,
    })
  );

  // @spec 1/6, 2.6/81, 3/25, 3/26, 4/29, 9/13, 9/14
  it('stand in one list, with text or content of a plugin, in their colors, until dismissed', async () => {
    const page = await visit();
    await withCore(page, ({ notifications: { toasts } }) => {
      const text = window.overlays.content('Content of a plugin');
      // Dismissed below, so it must outlast the checks before.
      toasts.add({ title: 'A plain one', text, toastLifeTimeMs: 60_000 });
      toasts.addInfo('An info');
      toasts.addSuccess({ title: 'A success', text: 'With a text' });
      toasts.addWarning('A warning');
      toasts.addDanger('A danger');
      toasts.addError(new Error('The reason'), { title: 'An error' });
    });
    await toast(page, 'A plain one').getByText('Content of a plugin').waitFor();
    await toast(page, 'A success').getByText('With a text').waitFor();
    const icons: string[] = [];
    for (const [title, color] of [
      ['A plain one', 'primary'],
      ['An info', 'primary'],
      ['A success', 'success'],
      ['A warning', 'warning'],
      ['A danger', 'danger'],
      ['An error', 'danger'],
    ] as const) {
      const one = toast(page, title);
      const classes = (await one.getAttribute('class')) ?? '';
      expect([title, /euiToast--(\w+)/.exec(classes)?.[1]]).toEqual([title, color]);
      const [shape] = await one.locator('svg path').all();
      icons.push((await shape?.getAttribute('d')) ?? '');
    }
    // Info, success, warning, and one for danger and error.
    expect([new Set(icons.slice(1)).size, icons.at(-2)]).toEqual([4, icons.at(-1)]);
    await toast(page, 'A plain one').hover();
    await toast(page, 'A plain one')
      .getByRole('button', { name: /dismiss/i })
      .click();
    await toast(page, 'A plain one').waitFor({ state: 'detached' });
    expect(await removed(page)).toEqual({ 'Content of a plugin': 1 });
    expect(await toast(page, 'An info').count()).toBe(1);
  });

  // @spec 3/24
  it('have ids that count up', async () => {
    const page = await visit();
    const ids = await withCore(page, ({ notifications: { toasts } }) =>
      ['a', 'b'].map((title) => toasts.add(title).id)
    );
    expect(ids).toEqual([expect.stringMatching(/^\d+$/), String(Number(ids[0]) + 1)]);
  });

  // @spec 4/30, 9/7, 9/8, 9/9, 9/12
  it('go at the end of the lifetime that the setting of their kind gives; the list has none', async () => {
    await saveSettings({
      'notifications:lifetime:info': 500,
      'notifications:lifetime:warning': 2_500,
      'notifications:lifetime:error': 4_500,
    });
    const page = await visit();
    await withCore(page, ({ notifications: { toasts } }) => {
      toasts.add({ title: 'Stays', toastLifeTimeMs: Infinity });
      toasts.add('Default');
      toasts.addInfo('Info');
      toasts.addWarning('Warning');
      toasts.addDanger('Danger');
      toasts.addError(new Error('The reason'), { title: 'Error' });
    });
    const left = async () => {
      const titles = ['Stays', 'Default', 'Info', 'Warning', 'Danger', 'Error'];
      const counts = await Promise.all(titles.map((title) => toast(page, title).count()));
      return titles.filter((_, at) => counts[at] === 1);
    };
    await toast(page, 'Error').waitFor();
    await toast(page, 'Default').waitFor({ state: 'detached' });
    await toast(page, 'Info').waitFor({ state: 'detached' });
    expect(await left()).toEqual(['Stays', 'Warning', 'Danger', 'Error']);
    await toast(page, 'Warning').waitFor({ state: 'detached' });
    await toast(page, 'Danger').waitFor({ state: 'detached' });
    expect(await left()).toEqual(['Stays', 'Error']);
    await toast(page, 'Error').waitFor({ state: 'detached' });
    expect(await left()).toEqual(['Stays']);
  });

  // @spec 2.6/82, 2.6/83, 2.6/84, 2.6/85, 3/35, 8/14, 7/50, 7/51
  it('of errors open the full error: title, message, cause and stack to copy, Close', async () => {
    const page = await visit();
    await profile?.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await withCore(page, ({ notifications: { toasts } }) => {
      const error = Object.assign(new Error('It broke'), {
        stack: 'The stack',
        body: { attributes: { error: { caused_by: { type: 'a_type', reason: 'A reason' } } } },
      });
      toasts.addError(error, { title: 'Saving failed' });
    });
    await toast(page, 'Saving failed').getByText('It broke').waitFor();
    await page.getByRole('button', { name: 'See the full error' }).click();
    const dialog = page.getByRole('dialog', { name: 'Saving failed' });
    await dialog.locator('.euiCallOut--danger').getByText('It broke').waitFor();
    expect(await dialog.locator('pre code').textContent()).toBe('a_type\nA reason\n\nThe stack');
    await dialog.getByRole('button', { name: /^Copy/ }).click();
    // The design system copies what is shown, without the empty line.
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^a_type\nA reason\n+The stack$/
    );
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('banners', () => {
  afterEach(() =>
    saveSettings({ 'notifications:banner': null, 'notifications:lifetime:banner': null })
  );

  // @spec 2.6/86, 3/27, 3/28, 9/5, 6.2/1, 6.2/4
  it('stand at the top, above the app, the highest priority first, 0 by default', async () => {
    const page = await visit();
    await withCore(page, ({ overlays: { banners } }) => {
      banners.add(window.overlays.content('Below zero'), -1);
      banners.add(window.overlays.content('Default'));
      banners.add(window.overlays.content('Above zero'), 1);
      banners.add(window.overlays.content('Default, later'), 0);
      const going = banners.add(window.overlays.content('Going'), 2);
      banners.remove(going);
    });
    const tops: number[] = [];
    for (const name of ['Above zero', 'Default', 'Default, later', 'Below zero', 'A plain app'])
      tops.push(await top(page.getByRole('heading', { name, exact: true })));
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    expect(new Set(tops).size).toBe(tops.length);
    expect(tops[0]).toBeGreaterThanOrEqual(48);
    expect(await page.getByText('Going').count()).toBe(0);
  });

  // @spec 9/10
  it('of the settings follows its text and its lifetime', async () => {
    const page = await visit();
    const set = (key: string, value: unknown) =>
      page.evaluate(
        ([name, to]) =>
          (window as unknown as { coreUnderTest: CoreStart }).coreUnderTest.uiSettings.set(
            name as string,
            to
          ),
        [key, value]
      );
    await set('notifications:banner', 'First text');
    await page.getByText('First text').waitFor();
    await set('notifications:banner', 'Second text');
    await page.getByText('Second text').waitFor();
    expect(await page.getByText('First text').count()).toBe(0);
    await set('notifications:lifetime:banner', 300);
    await page.getByText('Second text').waitFor({ state: 'detached' });
    await saveSettings({ 'notifications:banner': null, 'notifications:lifetime:banner': null });
  });

  // @spec 9/4
  it('of the settings appear 100 ms after they were mounted', async () => {
    const page = await visit();
    await withCore(page, ({ uiSettings }) => uiSettings.set('notifications:banner', 'First text'));
    // Afterwards the code of the banner is loaded, so that only the delay is left.
    await page.getByText('First text').waitFor();
    await page.clock.install();
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
    await withCore(page, ({ uiSettings }) => uiSettings.set('notifications:banner', 'Second text'));
    await page.getByText('First text').waitFor({ state: 'detached' });
    await page.clock.runFor(99);
    expect(await page.getByText('Second text').count()).toBe(0);
    await page.clock.runFor(1);
    await page.getByText('Second text').waitFor();
  });

  // @spec 4/34, 5/20, 6.2/5
  it('of the settings need a text that is not blank', async () => {
    await saveSettings({ 'notifications:banner': '   ' });
    const page = await visit();
    await withCore(page, ({ overlays: { banners } }) => {
      banners.add(window.overlays.content('Of a plugin'));
    });
    await page.getByText('Of a plugin').waitFor();
    expect(await page.getByText('Attention', { exact: true }).count()).toBe(0);
    for (const value of [42, true, null]) {
      await page.evaluate(`window.coreUnderTest.uiSettings.overrideLocalDefault(
        'notifications:banner', ${JSON.stringify(value)})`);
      expect(await page.getByText('Attention', { exact: true }).count()).toBe(0);
    }
  });
});

describe.each(['openFlyout', 'openModal'] as const)('%s', (open) => {
  // @spec 1/8: openFlyout › shows one at a time, named after its heading; a second one closes the first
  // @spec 1/9: openModal › shows one at a time, named after its heading; a second one closes the first
  // @spec 2.6/89: openFlyout › shows one at a time, named after its heading; a second one closes the first
  // @spec 2.6/90: openModal › shows one at a time, named after its heading; a second one closes the first
  // @spec 4/35: openFlyout › shows one at a time, named after its heading; a second one closes the first
  // @spec 4/36: openModal › shows one at a time, named after its heading; a second one closes the first
  // @spec 6.1/1: openFlyout › shows one at a time, named after its heading; a second one closes the first
  // @spec 6.1/2: openModal › shows one at a time, named after its heading; a second one closes the first
  it('shows one at a time, named after its heading; a second one closes the first', async () => {
    const page = await visit();
    const act = (text: string) =>
      page.evaluate(`void window.coreUnderTest.overlays.${open}(
        window.overlays.content('${text}')).onClose.then(
          () => window.overlays.results.push('${text}'))`);
    const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
    await act('The first');
    await dialog('The first').waitFor();
    await act('The second');
    await dialog('The second').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(await removed(page)).toEqual({ 'The first': 1 });
    expect(await results(page)).toEqual(['The first']);
    await dialog('The second')
      .getByRole('button', { name: /^Close/ })
      .click();
    await dialog('The second').waitFor({ state: 'detached' });
    expect(await results(page)).toEqual(['The first', 'The second']);
    profile?.expectClean();
  });
});

describe('confirm dialogs', () => {
  // @spec 1/10, 2.6/91, 4/37, 4/38, 9/15, 6.1/5, 6.1/6, 6.1/7
  it('have Cancel and Confirm, and tell true on Confirm, false on Cancel, Close or another dialog', async () => {
    const page = await visit();
    const ask = (title: string) =>
      page.evaluate(`void window.coreUnderTest.overlays
        .openConfirm('Is that so?', { title: '${title}' })
        .then((answer) => window.overlays.results.push(answer))`);
    const dialog = (name: string) => page.getByRole('alertdialog', { name });
    await ask('One');
    await dialog('One').getByText('Is that so?').waitFor();
    const buttons = dialog('One').locator('.euiModalFooter').getByRole('button');
    expect((await buttons.allInnerTexts()).map((text) => text.trim())).toEqual([
      'Cancel',
      'Confirm',
    ]);
    await dialog('One').getByRole('button', { name: 'Confirm' }).click();
    await dialog('One').waitFor({ state: 'detached' });
    await ask('Two');
    await dialog('Two').getByRole('button', { name: 'Cancel' }).click();
    await dialog('Two').waitFor({ state: 'detached' });
    await ask('Three');
    await dialog('Three').waitFor();
    await page.keyboard.press('Escape');
    await dialog('Three').waitFor({ state: 'detached' });
    await ask('Four');
    await dialog('Four').waitFor();
    await withCore(page, ({ overlays }) => {
      overlays.openModal(window.overlays.content('Another dialog'));
    });
    await page.getByRole('dialog', { name: 'Another dialog' }).waitFor();
    await dialog('Four').waitFor({ state: 'detached' });
    expect(await results(page)).toEqual([true, false, false, false]);
  });
});
