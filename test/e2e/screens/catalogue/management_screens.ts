/** Screens of the home page and of management. */
import type { Page } from 'playwright-core';
import { heading, type Screen } from './screen';

const visitor = 'administrator';

export const newestObject = (page: Page): Promise<void> =>
  page.getByRole('list', { name: 'Newest objects' }).getByRole('listitem').first().waitFor();

export const HOME_SCREENS: readonly Screen[] = [
  { name: 'home', visitor, path: '/app/home', complete: newestObject },
  { name: 'home of an analyst', visitor: 'analyst', path: '/app/home', complete: newestObject },
  {
    name: 'home, objects not loaded',
    visitor,
    path: '/app/home',
    failing: /\/api\/saved_objects/,
    expectedProblems: /500/,
    complete: (page) => page.getByRole('button', { name: 'Retry loading' }).waitFor(),
  },
];

const firstSetting = (page: Page): Promise<void> =>
  page.getByRole('heading', { level: 3 }).first().waitFor();
const changeSetting = async (page: Page): Promise<void> => {
  // A draft of an earlier screen marks the name as changed.
  await page.getByRole('textbox', { name: /^Date format/ }).fill('YYYY');
  await page.getByRole('button', { name: 'Discard' }).waitFor();
};

export const SETTINGS_SCREENS: readonly Screen[] = [
  { name: 'management', visitor, path: '/app/management', complete: heading('Management') },
  {
    name: 'management, unknown page',
    visitor,
    path: '/app/management/none/such',
    complete: heading('Page not found'),
  },
  {
    name: 'advanced settings',
    visitor,
    path: '/app/management/kibana/settings',
    complete: firstSetting,
  },
  {
    name: 'advanced settings, nothing found',
    visitor,
    path: '/app/management/kibana/settings',
    complete: async (page) => {
      await page.getByLabel('Search settings').fill('there is no such setting');
      await page.getByRole('button', { name: 'Show all settings' }).waitFor();
    },
  },
  {
    name: 'advanced settings, unsaved',
    visitor,
    path: '/app/management/kibana/settings',
    complete: changeSetting,
  },
  {
    name: 'advanced settings, about to be left unsaved',
    visitor,
    path: '/app/management/kibana/settings',
    complete: async (page) => {
      await changeSetting(page);
      await page.getByRole('link', { name: 'Security Dashboards home' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
];

const OBJECTS = '/app/management/kibana/objects';

const firstBox = (page: Page) => page.getByRole('table').getByRole('checkbox').nth(1);
const firstObject = (page: Page): Promise<void> => firstBox(page).waitFor();
const openFirstObject = async (page: Page): Promise<void> => {
  await firstObject(page);
  await page.getByRole('table').getByRole('row').nth(1).getByRole('button').first().click();
};
const chooseFirst = async (page: Page): Promise<void> => {
  await firstBox(page).check();
  await page.getByRole('button', { name: 'Clear selection' }).waitFor();
};
/** Chooses an item of the menu for the selected objects. */
const chooseAction = async (page: Page, action: string): Promise<void> => {
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
  await page.getByRole('heading', { name: new RegExp(`^${action.split(' ')[0]} `) }).waitFor();
};
const openFor = async (page: Page, action: string): Promise<void> => {
  await page.getByRole('button', { name: action, exact: true }).click();
  await page.getByRole('heading', { name: new RegExp(`^${action.split(' ')[0]} `) }).waitFor();
};

export const OBJECT_SCREENS: readonly Screen[] = [
  { name: 'saved objects', visitor, path: OBJECTS, complete: firstObject },
  {
    name: 'saved objects, nothing found',
    visitor,
    path: OBJECTS,
    complete: async (page) => {
      await page.getByLabel('Search saved objects').fill('there is no such object');
      await page.getByRole('button', { name: 'Clear search and filters' }).waitFor();
    },
  },
  {
    name: 'saved objects, not loaded',
    visitor,
    path: OBJECTS,
    failing: /\/api\/.*(objects|_find)/,
    expectedProblems: /500/,
    complete: (page) => page.getByRole('button', { name: /again|Retry/ }).waitFor(),
  },
  {
    name: 'saved objects, filter open',
    visitor,
    path: OBJECTS,
    complete: async (page) => {
      await firstObject(page);
      await page.getByRole('button', { name: 'Types' }).click();
      await page.getByRole('option', { name: /Dashboard/ }).waitFor();
    },
  },
  {
    name: 'advanced settings, elsewhere while they are unsaved',
    visitor,
    path: '/app/management/kibana/settings',
    complete: async (page) => {
      await changeSetting(page);
      await page.getByRole('link', { name: 'Management', exact: true }).first().click();
      await page.getByRole('region', { name: 'Unsaved changes on other pages' }).waitFor();
    },
  },
  { name: 'saved objects, some chosen', visitor, path: OBJECTS, complete: chooseFirst },
  {
    name: 'saved object, contents',
    visitor,
    path: `${OBJECTS}?type=dashboard`,
    complete: async (page) => {
      await openFirstObject(page);
      await page.getByRole('tab', { name: 'Contents' }).waitFor();
    },
  },
  {
    name: 'saved object, details',
    visitor,
    path: `${OBJECTS}?type=dashboard`,
    complete: async (page) => {
      await openFirstObject(page);
      await page.getByRole('tab', { name: 'Details and JSON' }).click();
      await page.getByRole('heading', { name: 'Attributes' }).waitFor();
    },
  },
  {
    name: 'saved objects, import',
    visitor,
    path: OBJECTS,
    complete: (page) => openFor(page, 'Import'),
  },
  {
    name: 'saved objects, export all',
    visitor,
    path: OBJECTS,
    complete: (page) => openFor(page, 'Export all'),
  },
  {
    name: 'saved objects, about to be deleted',
    visitor,
    path: OBJECTS,
    complete: async (page) => {
      await chooseFirst(page);
      await chooseAction(page, 'Delete');
    },
  },
  {
    name: 'saved objects, copy to a tenant',
    visitor,
    path: OBJECTS,
    complete: async (page) => {
      await chooseFirst(page);
      await chooseAction(page, 'Copy to tenant');
    },
  },
  { name: 'saved objects, read only', visitor: 'analyst', path: OBJECTS, complete: chooseFirst },
];
