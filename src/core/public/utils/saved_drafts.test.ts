import { onSaveDrafts, saveDrafts, takeSavedDraft } from './saved_drafts';

const draft = (href: string) => ({ href, label: href, value: 1 });

function save(owner: string, ...addresses: readonly string[]): void {
  const stop = onSaveDrafts(() => addresses.map(draft));
  saveDrafts(owner);
  stop();
}

const addressesBelow = (base: string): readonly string[] =>
  takeSavedDraft(base).map(({ href }) => href);

afterEach(() => sessionStorage.clear());

it('are taken by the pages of the same query only, as that of a connected cluster', () => {
  save('jane', '/app/x/form', '/app/x/form?cluster=stage', '/app/xyz');
  expect(addressesBelow('/app/x')).toEqual(['/app/x/form']);
  expect(addressesBelow('/app/x?cluster=shop')).toEqual([]);
  expect(addressesBelow('/app/x?cluster=stage')).toEqual(['/app/x/form?cluster=stage']);
  expect(addressesBelow('/app/x?cluster=stage')).toEqual([]);
});

it('wait for their page while other pages are left, and not with those of another user', () => {
  save('jane', '/app/x/form?cluster=stage');
  save('jane', '/app/y/form');
  expect(addressesBelow('/app/x?cluster=stage')).toHaveLength(1);
  expect(addressesBelow('/app/y')).toHaveLength(1);
  save('jane', '/app/x/form');
  save('john', '/app/y/form');
  expect(addressesBelow('/app/x')).toEqual([]);
});
