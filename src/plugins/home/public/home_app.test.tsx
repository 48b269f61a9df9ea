import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { of } from 'rxjs';
import { coreMock } from '../../../core/public/mocks';
import { plugin } from './';
import { createSecurity, newest, renderHome, SALES, show } from './mocks';

/** Slow on a busy machine. */
jest.setTimeout(30_000);

describe('home plugin', () => {
  it('registers the home app', () => {
    const core = coreMock.createSetup();
    plugin(coreMock.createPluginInitializerContext()).setup(core as never, {});
    expect(core.application.register).toHaveBeenCalledWith(
      expect.objectContaining({ id: 'home', title: 'Home', order: 0, euiIconType: 'home' })
    );
  });

  it('mounts the screen with breadcrumb and title and unmounts it', async () => {
    const security = createSecurity(SALES);
    const core = coreMock.createSetup({ pluginStartDeps: { security } });
    const start = coreMock.createStart();
    (start.http.get as unknown as jest.Mock).mockResolvedValue({ total: 0, saved_objects: [] });
    (core.getStartServices as unknown as jest.Mock).mockResolvedValue([start, { security }, {}]);
    plugin(coreMock.createPluginInitializerContext()).setup(core as never, {});
    const [{ mount }] = core.application.register.mock.calls[0] as [
      { mount(params: unknown): Promise<() => void> },
    ];
    const params = coreMock.createAppMountParameters('/app/home');
    document.body.append(params.element);
    let unmount: () => void = () => undefined;
    await act(async () => {
      unmount = await mount(params);
    });
    const heading = screen.getByRole('heading', { level: 1, name: 'Home' });
    expect(heading).toBeVisible();
    // It receives the focus after a change of app.
    expect(heading).toHaveAttribute('tabindex', '-1');
    expect(start.chrome.setBreadcrumbs).toHaveBeenCalledWith([{ text: 'Home' }]);
    expect(start.chrome.docTitle.change).toHaveBeenCalledWith(['Home']);
    await act(async () => unmount());
    expect(params.element).toBeEmptyDOMElement();
    expect(security.currentTenant$.observed).toBe(false);
    params.element.remove();
  });
});

it('links to the documentation as "Learn more" and offers its own help', async () => {
  show();
  expect(screen.getByRole('link', { name: /^Learn more/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/^https:/)
  );
  await userEvent.click(screen.getByRole('button', { name: 'Help' }));
  expect(await screen.findByText(/Home shows the tenant you work in/)).toBeVisible();
});

describe('tenant', () => {
  it('is the title of its objects', async () => {
    show({ security: createSecurity(SALES) });
    await newest();
    expect(screen.getByRole('region', { name: 'Saved objects in sales' })).toBeVisible();
    expect(screen.queryByText('Read only')).not.toBeInTheDocument();
  });

  it('says Read only when the user cannot write to it', async () => {
    show({ security: createSecurity({ ...SALES, canWrite: false }) });
    await newest();
    expect(screen.getByText('Read only')).toBeVisible();
    expect(
      screen.getByText('You can view everything in this tenant, but not change it.')
    ).toBeVisible();
  });

  it.each([
    ['multitenancy is disabled', createSecurity(undefined)],
    ['there is no security plugin', undefined],
  ])('is not named when %s', async (_when, security) => {
    show({ ...(security && { security }) });
    await newest();
    expect(screen.getByRole('region', { name: 'Saved objects' })).toBeVisible();
  });
});

describe('advice on access', () => {
  const ask = () => screen.queryByRole('link', { name: 'Ask an administrator' });

  it('leads users to the configured contact', async () => {
    show({ security: createSecurity(SALES), contact: 'mailto:admins@example.org' });
    await newest();
    expect(ask()).toHaveAttribute('href', 'mailto:admins@example.org');
  });

  it('has no link without a contact', async () => {
    show({ security: createSecurity(SALES) });
    await newest();
    expect(screen.getByRole('region', { name: 'Your access' })).toHaveTextContent(
      'Ask an administrator if you need more'
    );
    expect(ask()).toBeNull();
  });
});

describe('recently viewed items', () => {
  it('shows an empty state without items', async () => {
    show();
    await newest();
    expect(screen.getByText('No recently viewed items')).toBeVisible();
  });

  it('links to items below the base path', async () => {
    const core = coreMock.createStart({ basePath: '/base' });
    (core.http.get as unknown as jest.Mock).mockResolvedValue({ total: 0, saved_objects: [] });
    const items = [{ id: '1', label: 'Fleet overview', link: '/app/dashboards#/1' }];
    (core.chrome.recentlyAccessed.get as jest.Mock).mockReturnValue(items);
    (core.chrome.recentlyAccessed.get$ as jest.Mock).mockReturnValue(of(items));
    renderHome({ core: core as never });
    expect(await screen.findByRole('link', { name: 'Fleet overview' })).toHaveAttribute(
      'href',
      '/base/app/dashboards#/1'
    );
    await screen.findByText('This tenant has no saved objects yet');
  });
});
