/** Tests of the configuration export. */
import { screen, waitFor } from '@testing-library/react';
import { strFromU8, unzipSync } from 'fflate';
import { CONFIGURATION_FILES } from '../../../../common';
import { fetchError, type Routes } from '../../../mocks';
import { button, openAdmin } from '../mocks';

jest.setTimeout(30_000);

const created: Array<{ readonly blob: Blob; readonly name: string }> = [];
beforeEach(() => {
  created.length = 0;
  let blob: Blob;
  Object.assign(URL, {
    createObjectURL: (given: Blob) => {
      blob = given;
      return 'blob:x';
    },
    revokeObjectURL: () => undefined,
  });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement
  ) {
    created.push({ blob, name: this.download });
  });
});
afterEach(() => jest.restoreAllMocks());

const bytes = (blob: Blob): Promise<Uint8Array> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(blob);
  });
const files: Routes = Object.fromEntries(
  Object.entries(CONFIGURATION_FILES).map(([kind, file]) => [
    `GET /api/v1/configuration_files/${kind}`,
    () => ({ file, text: `of ${kind}`, entries: 2 }),
  ])
);
const choose = async (user: { click(element: Element): Promise<void> }, ...kinds: RegExp[]) => {
  for (const box of screen.getAllByRole('checkbox')) await user.click(box);
  for (const name of kinds) await user.click(screen.getByRole('checkbox', { name }));
};

it('configuration export creates one archive with all kinds', async () => {
  const { user, core } = await openAdmin('/configuration', files);
  await user.click(button('Export'));
  await waitFor(() => expect(created).toHaveLength(1));
  expect(created[0]!.name).toBe('security_configuration.zip');
  const content = unzipSync(await bytes(created[0]!.blob));
  expect(Object.keys(content)).toEqual(Object.values(CONFIGURATION_FILES));
  expect(strFromU8(content['roles.yml']!)).toBe('of roles');
  expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith({
    title: '14 entries exported in 7 files.',
  });
});

it('configuration export creates a single CSV file without an archive', async () => {
  const { user, core } = await openAdmin('/configuration', {
    'GET /api/v1/configuration_files/roles': () => ({
      file: 'roles.csv',
      text: 'name,reserved\r\n',
      entries: 0,
    }),
  });
  await choose(user, /^Roles \(/);
  await user.click(screen.getByRole('radio', { name: /CSV/ }));
  await user.click(button('Export'));
  await waitFor(() => expect(created).toHaveLength(1));
  expect(created[0]!.name).toBe('roles.csv');
  expect(strFromU8(await bytes(created[0]!.blob))).toBe('name,reserved\r\n');
  expect(core.http.get).toHaveBeenCalledWith(
    '/api/v1/configuration_files/roles',
    expect.objectContaining({ query: { format: 'csv' } })
  );
});

it('configuration export downloads nothing if a kind fails, and names it', async () => {
  const { user } = await openAdmin('/configuration', {
    ...files,
    'GET /api/v1/configuration_files/internalusers': () => {
      throw fetchError(403, { message: 'Not for you.' });
    },
  });
  await user.click(button('Export'));
  expect(await screen.findByRole('alert')).toHaveTextContent('internal_users.yml: Not for you.');
  expect(created).toEqual([]);
  await user.click(screen.getByRole('checkbox', { name: /User/ }));
  await user.click(button('Export'));
  await waitFor(() => expect(created).toHaveLength(1));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('configuration export leaves out guardrails where the backend has none', async () => {
  const { user } = await openAdmin('/configuration', files, { features: { guardrails: false } });
  expect(screen.queryByRole('checkbox', { name: /guardrails/ })).toBeNull();
  await user.click(button('Export'));
  await waitFor(() => expect(created).toHaveLength(1));
  const content = unzipSync(await bytes(created[0]!.blob));
  expect(Object.keys(content)).not.toContain('guardrails.yml');
  await choose(user);
  expect(button('Export')).toBeDisabled();
});

it('configuration export is disabled without a selection', async () => {
  const { user } = await openAdmin('/configuration', {});
  await choose(user);
  expect(button('Export')).toBeDisabled();
});
