/**
 * Completeness of the screen catalogue: it contains every registered app and page, and a spec file
 * checks each of its groups.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { matchPath } from 'react-router-dom';
import { ADMIN_PAGES } from '../../src/plugins/security/common';
import { withCore } from '../helpers/core_access';
import { SCREEN_GROUPS, SCREENS } from './screens/catalogue';
import { prepareStage } from './screens/screen_checks';
import { THEMES } from './screens/stage';

jest.setTimeout(60_000);

const stage = prepareStage();
const addresses = SCREENS.map(({ path: address }) => address.split('?')[0] as string);
const isListed = (pattern: string): boolean =>
  addresses.some((address) => matchPath(address, { path: pattern, exact: true }) !== null);

it('covers both themes', async () => {
  for (const theme of THEMES) {
    const { page } = await stage.profileOf(theme, 'administrator');
    await page.goto('/app/home');
    // The page sets this attribute after it has started.
    await page.waitForFunction(
      (wanted) => document.documentElement.dataset.theme === wanted,
      theme
    );
  }
});

it('contains every registered app that does not redirect, and every link of the side navigations', async () => {
  const { page } = await stage.profileOf('light', 'administrator');
  await page.goto('/app/home');
  const apps = await withCore(page, ({ application }) => {
    const routes: string[] = [];
    application.applications$
      .subscribe((all) => routes.push(...[...all.keys()].map((id) => application.getUrlForApp(id))))
      .unsubscribe();
    return routes;
  });
  expect(apps.length).toBeGreaterThan(4);
  const links: string[] = [];
  for (const app of ['/app/security', '/app/management']) {
    await page.goto(app);
    const nav = page.getByRole('main').getByRole('navigation').first();
    await nav.getByRole('link').first().waitFor();
    for (const link of await nav.getByRole('link').all())
      links.push((await link.getAttribute('href')) as string);
  }
  const isReached = (start: string) =>
    addresses.some((address) => `${address}/`.startsWith(start.replace(/\/?$/, '/')));
  const missing = [...apps, ...links].filter((start) => !isReached(start));
  // The remaining paths are legacy addresses, which redirect to a page of the catalogue.
  for (const former of missing) {
    await page.goto(former);
    await page.waitForURL(({ pathname }) => pathname !== former && isReached(pathname));
  }
});

// @spec 2.1/17
it('contains every page of the Security app', () => {
  const patterns = Object.values(ADMIN_PAGES).map(({ path: pattern }) => pattern);
  expect(patterns.filter((pattern) => !isListed(`/app/security${pattern}`))).toEqual([]);
});

it('has a spec for each of its groups', () => {
  const specOf = (group: string) => path.join(__dirname, `every_screen_${group}.spec.ts`);
  expect(Object.keys(SCREEN_GROUPS).filter((group) => !existsSync(specOf(group)))).toEqual([]);
});
