/** Screens of backends with indices, which `test/cluster/every_screen.test.ts` checks. */
import type { Page } from 'playwright-core';
import type { Screen } from './screen';

/** A role with a permission for the indices `orders-*`. */
const ROLE = 'own_region_orders';

async function preview(page: Page, query: string): Promise<void> {
  // The browser remembers the view, and an earlier screen may have chosen the matrix.
  await page.getByRole('button', { name: 'Form', exact: true }).click();
  const field = page.getByLabel('Document level security', { exact: true });
  await field.fill(query);
  await page.getByRole('button', { name: 'Preview documents' }).click();
}

/**
 * Screens that expect the index `orders-screens` with one document of the region north and one of
 * another region.
 */
export const CLUSTER_SCREENS: readonly Screen[] = [
  {
    name: 'edit role, documents previewed',
    visitor: 'administrator',
    path: `/app/security/roles/edit/${ROLE}`,
    complete: async (page) => {
      await preview(page, '{ "term": { "region.keyword": "north" } }');
      await page.getByText('1 of 2 documents').waitFor();
    },
  },
  {
    name: 'edit role, a query that the cluster cannot read',
    visitor: 'administrator',
    path: `/app/security/roles/edit/${ROLE}`,
    complete: async (page) => {
      await preview(page, '{ "no_such_query": {} }');
      await page.getByText("The cluster can't parse this query.", { exact: true }).waitFor();
    },
  },
];
