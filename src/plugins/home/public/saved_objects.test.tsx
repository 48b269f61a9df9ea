/** Tests of the saved objects on home. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { allowConsole } from '../../../../test/helpers/console_guard';
import { coreMock } from '../../../core/public/mocks';
import { createSecurity, newest, object, renderHome, SALES, show } from './mocks';

/** Slow on a busy machine. */
jest.setTimeout(30_000);

describe('newest saved objects', () => {
  it('show title, type and last change', async () => {
    const { get } = show();
    const [first, second] = within(await newest()).getAllByRole('listitem');
    expect(get).toHaveBeenCalledWith('/api/saved_objects/_find', {
      signal: expect.any(AbortSignal),
      query: {
        type: ['dashboard', 'visualization', 'search', 'index-pattern'],
        fields: ['title'],
        page: 1,
        per_page: 5,
        sort_field: 'updated_at',
        sort_order: 'desc',
      },
    });
    expect(first).toHaveTextContent(/Sales pipeline.*Dashboard.*3 hours ago/);
    expect(second).toHaveTextContent(/Slow orders.*Search/);
  });

  it('show the exact time in the dateFormat setting', async () => {
    const core = coreMock.createStart();
    core.uiSettings.get.mockReturnValue('YYYY/MM/DD' as never);
    (core.http.get as unknown as jest.Mock).mockResolvedValue({
      total: 1,
      saved_objects: [object('A', 'dashboard', '2020-05-06T12:00:00.000Z')],
    });
    renderHome({ core: core as never });
    fireEvent.mouseOver(await screen.findByText(/years ago/));
    const tooltip = await screen.findByRole('tooltip');
    await waitFor(() => expect(tooltip).toHaveTextContent('2020/05/06'));
    expect(core.uiSettings.get).toHaveBeenCalledWith('dateFormat', expect.any(String));
  });

  it('show the error and retry on demand', async () => {
    allowConsole(/No permission in this tenant/);
    const core = coreMock.createStart();
    const get = core.http.get as unknown as jest.Mock;
    get.mockRejectedValueOnce(
      Object.assign(new Error('Forbidden'), { body: { message: 'No permission in this tenant' } })
    );
    renderHome({ core: core as never });
    expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't load the data.");
    expect(screen.getByText('No permission in this tenant')).toBeVisible();
    get.mockResolvedValue({ total: 1, saved_objects: [object('Sales pipeline')] });
    await userEvent.click(screen.getByRole('button', { name: 'Retry loading' }));
    expect(await screen.findByText('Sales pipeline')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('sharing a saved object', () => {
  const management = {
    objectsPath: '/o',
    objectPath: ({ type, id }: { type: string; id: string }) => `/o/${type}/${id}`,
    openWith: {},
  };
  const reached = [['management', { id: 'management', status: 0 } as never]] as Array<
    [string, never]
  >;

  it('links to the object and to the list of all', async () => {
    show({ security: createSecurity(SALES), apps: reached, management, total: 1234 });
    for (const name of ['Sales pipeline', 'Show all 1,234 objects'])
      expect(await screen.findByRole('link', { name })).toHaveAttribute(
        'href',
        expect.stringContaining('/app/management')
      );
  });

  it('opens objects where they can be seen, and its own page of them beside that', async () => {
    const openWith = { dashboard: 'https://osd.example/?t={tenant}#/view/{id}' };
    show({
      security: createSecurity(SALES),
      apps: reached,
      management: { ...management, openWith },
    });
    const link = await screen.findByRole('link', { name: /^Sales pipeline/ });
    expect(link).toHaveAttribute(
      'href',
      expect.stringMatching(/^https:\/\/osd.example\/\?t=sales#\/view\//)
    );
    expect(link).toHaveAttribute('target', '_blank');
    expect(screen.getByRole('link', { name: 'Contents of Sales pipeline' })).toHaveAttribute(
      'href',
      expect.stringContaining('/app/management/o/')
    );
  });

  describe('Copy link button', () => {
    const writeText = jest.fn(async () => undefined);
    const given = navigator.clipboard;
    const setClipboard = (value: unknown) =>
      Object.defineProperty(navigator, 'clipboard', { value, configurable: true });
    afterEach(() => {
      setClipboard(given);
      writeText.mockClear();
    });
    const showIn = (tenant: typeof SALES) =>
      show({ security: createSecurity(tenant), apps: reached, management, basePath: '/base' });

    it('copies the link with the tenant in one click', async () => {
      const { core } = showIn(SALES);
      await newest();
      setClipboard({ writeText });
      fireEvent.click(screen.getByRole('button', { name: 'Copy link to Sales pipeline' }));
      await waitFor(() =>
        expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith({
          title: 'Link to “Sales pipeline” copied, including its tenant.',
        })
      );
      expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/\?security_tenant=sales$/));
      expect(screen.queryByRole('dialog')).toBeNull();
    });

    it.each([
      ['works for its owner only', { ...SALES, name: '__user__' }, { writeText }],
      ['cannot be copied', SALES, undefined],
    ])('opens the share dialog if the link %s', async (_why, tenant, clipboard) => {
      showIn(tenant);
      await newest();
      setClipboard(clipboard);
      fireEvent.click(screen.getByRole('button', { name: 'Copy link to Sales pipeline' }));
      expect(await screen.findByRole('dialog', { name: /Sales pipeline/ })).toBeVisible();
      expect(writeText).not.toHaveBeenCalled();
    });
  });

  it.each([
    ['the app is not accessible', { management }],
    ['there is no management app', { apps: reached }],
  ])('offers no links where %s', async (_name, options) => {
    show(options);
    expect(within(await newest()).getByText('Sales pipeline')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Sales pipeline' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Copy link/ })).toBeNull();
  });
});
