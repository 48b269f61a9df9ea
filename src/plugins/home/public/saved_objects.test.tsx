/** Tests of the saved objects table on home. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { allowConsole } from '../../../../test/helpers/console_guard';
import { coreMock } from '../../../core/public/mocks';
import { createSecurity, object, renderHome, SALES, show, table } from './mocks';

/** Slow on a busy machine. */
jest.setTimeout(30_000);

const lastQuery = (get: jest.Mock) =>
  (get.mock.calls.at(-1) as [string, { query: Record<string, unknown> }])[1].query;

describe('saved objects table', () => {
  it('shows title, type and last change', async () => {
    const { get } = show();
    const [, first, second] = within(await table()).getAllByRole('row');
    expect(get).toHaveBeenCalledWith(
      '/api/saved_objects/_find',
      expect.objectContaining({ signal: expect.any(AbortSignal) })
    );
    expect(lastQuery(get)).toEqual({
      type: ['dashboard', 'visualization', 'search', 'index-pattern'],
      fields: ['title', 'description'],
      page: 1,
      per_page: 10,
      sort_field: 'updated_at',
      sort_order: 'desc',
    });
    expect(first).toHaveTextContent(/Sales pipeline.*About Sales pipeline.*Dashboard.*3 hours ago/);
    expect(second).toHaveTextContent(/Slow orders.*Search/);
  });

  it('formats the exact time with the dateFormat setting', async () => {
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

  it('searches on each key press and returns to the first page', async () => {
    const { get } = show();
    await table();
    get.mockResolvedValue({ total: 0, saved_objects: [] });
    await userEvent.type(
      screen.getByRole('searchbox', { name: 'Search saved objects' }),
      'mon clo'
    );
    expect((await screen.findAllByText('No items found')).length).toBeGreaterThan(0);
    await waitFor(() =>
      expect(lastQuery(get)).toMatchObject({
        search: 'mon* clo*',
        search_fields: ['title', 'description'],
        default_search_operator: 'AND',
        page: 1,
      })
    );
  });

  it('sorts on the server, marks the sorted column and reverses the order', async () => {
    const { get } = show({ total: 25 });
    await table();
    const header = (name: RegExp) => screen.getByRole('columnheader', { name });
    expect(header(/^Changed/)).toHaveAttribute('aria-sort', 'descending');
    expect(header(/^Title/)).toHaveAttribute('aria-sort', 'none');
    await userEvent.click(within(header(/^Title/)).getByRole('button'));
    await waitFor(() =>
      expect(lastQuery(get)).toMatchObject({ sort_field: 'display_title', sort_order: 'asc' })
    );
    await userEvent.click(within(header(/^Title/)).getByRole('button'));
    await waitFor(() =>
      expect(lastQuery(get)).toMatchObject({ sort_field: 'display_title', sort_order: 'desc' })
    );
  });

  it('pages on the server and returns to the first page when the page size changes', async () => {
    const { get } = show({ total: 1234 });
    await userEvent.click(await screen.findByRole('link', { name: 'Page 2 of 124' }));
    await waitFor(() => expect(lastQuery(get)).toMatchObject({ page: 2 }));
    await userEvent.click(screen.getByRole('button', { name: /Rows per page/ }));
    await userEvent.click(await screen.findByText('100 rows'));
    await waitFor(() => expect(lastQuery(get)).toMatchObject({ page: 1, per_page: 100 }));
  });

  it('offers neither selection nor a row menu', async () => {
    show();
    await table();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Menu/ })).toBeNull();
  });

  it('shows the error and retries on demand', async () => {
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

  it('aborts the request when the screen unmounts', async () => {
    const core = coreMock.createStart();
    let signal: AbortSignal | undefined;
    (core.http.get as unknown as jest.Mock).mockImplementation(
      (_path, options: { signal: AbortSignal }) => {
        signal = options.signal;
        return new Promise(() => undefined);
      }
    );
    const { unmount } = renderHome({ core: core as never });
    await waitFor(() => expect(signal).toBeDefined());
    unmount();
    expect(signal?.aborted).toBe(true);
  });
});

describe('sharing a saved object', () => {
  const management = {
    objectPath: ({ type, id }: { type: string; id: string }) => `/o/${type}/${id}`,
  };
  const reached = [['management', { id: 'management', status: 0 } as never]] as Array<
    [string, never]
  >;

  it('links to the object and shares its address with the tenant', async () => {
    show({ security: createSecurity(SALES), apps: reached, management, basePath: '/base' });
    expect(await screen.findByRole('link', { name: 'Sales pipeline' })).toHaveAttribute(
      'href',
      expect.stringContaining('/app/management')
    );
    await userEvent.click(screen.getByRole('button', { name: 'Share Sales pipeline' }));
    const dialog = await screen.findByRole('dialog', { name: 'Share “Sales pipeline”' });
    await waitFor(() =>
      expect(within(dialog).getByLabelText<HTMLInputElement>('Link').value).toMatch(
        /\?security_tenant=sales$/
      )
    );
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0]!);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
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
      await table();
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
      await table();
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
    expect(within(await table()).getByText('Sales pipeline')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Sales pipeline' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Share/ })).toBeNull();
  });
});
