/** Help on the pages of the plugin, and what the palette finds them by. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, within } from '@testing-library/react';
import { addedByFindings, openFindings } from '../../../../test/helpers/findings_app';

const ROUTES = {
  'GET /api/v1/findings': () => ({ findings: [], skipped: [] }),
  'GET /api/v1/guardrails': () => ({}),
  'POST /api/v1/guardrails/check': () => ({ broken: {} }),
};

it.each([
  ['/findings', 'Findings', /Rules look for excessive access/],
  ['/guardrails', 'Guardrails', /Each save, import, revert and rename is checked/],
])('of %s links to the documentation, and has its own texts', async (path, title, text) => {
  const { user } = await openFindings(path, ROUTES);
  const [link] = await screen.findAllByText('Learn more');
  expect(link?.closest('a')).toHaveAttribute(
    'href',
    'https://opensearch.org/docs/security/usersAndRoles'
  );
  await user.click(screen.getByRole('button', { name: 'Help' }));
  const help = await screen.findByRole('dialog');
  expect(within(help).getByRole('heading', { level: 2, name: title })).toBeInTheDocument();
  expect(await within(help).findByText(text)).toBeInTheDocument();
});

it('names guides that exist', async () => {
  const { addedPages } = await addedByFindings();
  const guides = addedPages.flatMap(({ help }) => help?.guide ?? []);
  expect(guides).toEqual(['guide/findings', 'guide/engine#guardrails']);
  const guide = (name: string) =>
    readFileSync(join(__dirname, `../../../../docs/guide/${name}.md`), 'utf8');
  expect(guide('findings')).toMatch(/^# /m);
  expect(guide('engine')).toMatch(/^##+ Guardrails$/m);
});

it('gives the palette other words for the pages, and what one does there', async () => {
  const { addedPages } = await addedByFindings();
  const named = addedPages.flatMap(({ path, title, act, words }) =>
    title || act ? [[path, title?.() ?? act?.(), words?.()]] : []
  );
  expect(named).toEqual([
    ['/findings', 'Findings', 'risk problem check audit'],
    ['/guardrails', 'Guardrails', 'promise policy rule'],
    ['/guardrails/create', 'Add guardrail', undefined],
  ]);
});
