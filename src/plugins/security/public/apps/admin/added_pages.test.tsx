/** Pages that other plugins add, in the side navigation. */
import { screen, within } from '@testing-library/react';
import type { AdminPage } from '../../types';
import { fetchError } from '../../mocks';
import { openAdmin, roleListRoutes } from './mocks';

const nav = () => within(screen.getByRole('navigation', { name: 'Security' }));
const page = (id: string, more: Partial<AdminPage>): AdminPage => ({
  id,
  path: `/${id}`,
  title: () => id,
  navigation: { group: 'investigate', order: 1_000 },
  load: async () => () => null,
  ...more,
});

it('appear once a request has told that they are available', async () => {
  let tell: (isThere: boolean) => void = () => undefined;
  const answer = new Promise<boolean>((resolve) => (tell = resolve));
  const asked = jest.fn(() => answer);
  const failing = jest.fn(async () => {
    throw fetchError(503);
  });
  const never = jest.fn(async () => true);
  const addedPages = [
    page('ships', { readAvailability: asked }),
    page('planes', { readAvailability: failing }),
    page('cars', { readAvailability: never, isAvailable: () => false }),
    page('trains', {}),
  ];
  await openAdmin('/roles', roleListRoutes(), { addedPages });
  expect(nav().getByRole('link', { name: 'trains' })).toBeInTheDocument();
  expect(nav().queryByRole('link', { name: 'ships' })).toBeNull();
  tell(true);
  expect(await nav().findByRole('link', { name: 'ships' })).toBeInTheDocument();
  expect(nav().queryByRole('link', { name: 'planes' })).toBeNull();
  expect(nav().queryByRole('link', { name: 'cars' })).toBeNull();
  expect([asked.mock.calls.length, failing.mock.calls.length]).toEqual([1, 1]);
  expect(never).not.toHaveBeenCalled();
});
