/** Screens of backends with indices, which `test/cluster/every_screen.test.ts` checks. */
import type { Page } from 'playwright-core';
import type { Screen } from './screen';

/** A role with a permission for the indices `orders-*`. */
const ROLE = 'own_region_orders';

async function preview(page: Page, query: string, result: string): Promise<void> {
  // The browser remembers the view, and an earlier screen may have chosen the matrix.
  await page.getByRole('button', { name: 'Form', exact: true }).click();
  await page.getByRole('button', { name: 'Restrict documents or fields', expanded: false }).click();
  const field = page.getByLabel('Document level security', { exact: true });
  await field.fill(query);
  await page.getByRole('button', { name: 'Preview documents' }).click();
  await page.getByText(result).first().waitFor();
  // At the top of the page, the sticky buttons cover half a field, which then counts as too small.
  await page
    .locator('form [style*="sticky"]')
    .evaluateAll((bars) => bars.forEach((bar) => ((bar as HTMLElement).style.position = 'static')));
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
    complete: (page) =>
      preview(page, '{ "term": { "region.keyword": "north" } }', '1 of 2 documents'),
  },
  {
    name: 'edit role, a query that the cluster cannot read',
    visitor: 'administrator',
    path: `/app/security/roles/edit/${ROLE}`,
    complete: (page) =>
      preview(page, '{ "no_such_query": {} }', "The cluster can't parse this query."),
  },
];
