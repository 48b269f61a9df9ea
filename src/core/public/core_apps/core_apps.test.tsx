import { act, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryHistory } from 'history';
import type { StatusMetrics, StatusResponse } from '../../common';
import { AppNavLinkStatus, type App } from '../application/types';
import {
  applicationServiceMock,
  coreMock,
  httpServiceMock,
  injectedMetadataServiceMock,
  notificationServiceMock,
  uiSettingsServiceMock,
} from '../mocks';
import { allowConsole } from '../../../../test/helpers/console_guard';
import type { MountPoint } from '../types';
import { CoreApp } from './core_app';
import { formatNumber } from './status/format_number';
import { formatMetrics } from './status/load_status';
import { StatusApp } from './status/status_app';

/** A processor shared with other work is slow, not wrong. */
jest.setTimeout(30_000);

const METRICS = {
  last_updated: '2026-11-01T10:00:00.000Z',
  collection_interval_in_millis: 1000,
  os: {
    platform: 'linux',
    platformRelease: 'linux-6.1',
    load: { '1m': 4.1, '5m': 2.1, '15m': 0.1 },
    memory: { total_in_bytes: 2, free_in_bytes: 1, used_in_bytes: 1 },
    uptime_in_millis: 1,
  },
  process: {
    memory: {
      heap: { total_in_bytes: 1, size_limit: 1_000_000_000, used_in_bytes: 181_142_512 },
      resident_set_size_in_bytes: 1,
    },
    event_loop_delay: 1,
    pid: 1,
    uptime_in_millis: 1,
  },
  response_times: { avg_in_millis: 4000, max_in_millis: 8000.126 },
  requests: { total: 400, disconnects: 1, statusCodes: {}, status_codes: {} },
  concurrent_connections: 1,
} satisfies StatusMetrics;

const STATUS: StatusResponse = {
  name: 'my computer',
  uuid: 'uuid',
  version: {
    number: '8.0.0',
    build_hash: '9007199254740991',
    build_number: 12,
    build_snapshot: false,
  },
  status: {
    overall: { state: 'yellow', since: '', icon: 'warning', uiColor: 'warning', title: 'Yellow' },
    statuses: [
      {
        id: 'plugin:1',
        state: 'green',
        message: 'Ready',
        since: '',
        icon: 'success',
        uiColor: 'secondary',
      },
      {
        id: 'plugin:2',
        state: 'red',
        message: 'Broken',
        since: '',
        icon: 'danger',
        uiColor: 'danger',
      },
    ],
  },
  metrics: METRICS,
};

interface Options {
  readonly href?: string;
  readonly anonymous?: boolean;
  readonly userAgent?: string;
  readonly settings?: Record<string, unknown>;
  readonly basePath?: string;
}

function setup({
  href = 'http://host/app/home',
  anonymous = false,
  userAgent = 'modern',
  settings = {},
  basePath = '',
}: Options = {}) {
  const application = applicationServiceMock.createSetupContract();
  const http = httpServiceMock.createSetupContract({ basePath });
  const notifications = notificationServiceMock.createSetupContract();
  const history = createMemoryHistory();
  const uiSettings = uiSettingsServiceMock.createSetupContract();
  uiSettings.get.mockImplementation(
    ((key: string, fallback: unknown) => settings[key] ?? fallback) as never
  );
  const location = { href, assign: jest.fn() };
  const coreApp = new CoreApp({ location, userAgent });
  coreApp.setup({
    application,
    http,
    notifications,
    injectedMetadata: injectedMetadataServiceMock.createSetupContract({
      anonymousStatusPage: anonymous,
    }),
  });
  const docTitle = { change: jest.fn(), reset: jest.fn() };
  const start = () =>
    coreApp.start({
      application: { history },
      chrome: { docTitle },
      http,
      notifications,
      uiSettings,
    });
  const apps = application.register.mock.calls.map(([app]) => app) as App[];
  return { coreApp, start, apps, docTitle, http, notifications, history, location };
}
const appById = (apps: App[], id: string) => apps.find((app) => app.id === id)!;

describe('registration', () => {
  it('adds the error app and the status app, hidden from navigation', () => {
    const { apps, http } = setup();
    expect(appById(apps, 'error')).toMatchObject({
      title: 'App Error',
      navLinkStatus: AppNavLinkStatus.hidden,
    });
    expect(appById(apps, 'error').chromeless).toBeFalsy();
    expect(appById(apps, 'status')).toMatchObject({
      title: 'Server Status',
      appRoute: '/status',
      chromeless: true,
      navLinkStatus: AppNavLinkStatus.hidden,
    });
    expect(http.anonymousPaths.isAnonymous('/status')).toBe(false);
  });

  it.each([
    ['error', 'App Error'],
    ['status', 'Server Status'],
  ])('names the page of %s in the title of the tab', async (id, title) => {
    const { apps, docTitle, start } = setup();
    start();
    const params = coreMock.createAppMountParameters('/app/x');
    document.body.append(params.element);
    await act(async () => {
      const unmount = await appById(apps, id).mount(params as never);
      unmount?.();
    });
    expect(docTitle.change).toHaveBeenCalledWith(title);
    params.element.remove();
  });

  it('opens /status to everybody where the server says so', () => {
    expect(
      setup({ anonymous: true, basePath: '/b' }).http.anonymousPaths.isAnonymous('/b/status')
    ).toBe(true);
  });
});

describe('error app', () => {
  async function mountErrorApp(search: string, options?: Options) {
    const { apps } = setup(options);
    const params = coreMock.createAppMountParameters('/app/error');
    document.body.append(params.element);
    params.history.push(search);
    let unmount!: () => void;
    await act(async () => {
      unmount = (await appById(apps, 'error').mount(params)) as () => void;
    });
    return { ...params, unmount };
  }

  it('says that something went wrong, and follows the address', async () => {
    const { history, element, unmount } = await mountErrorApp('');
    expect(screen.getByRole('heading', { name: 'Application error' })).toBeVisible();
    expect(within(element).getByRole('heading').parentElement).toHaveAttribute(
      'data-test-subj',
      'appRenderErrorPageContent'
    );
    act(() => history.push('?errorType=urlOverflow'));
    expect(
      screen.getByRole('heading', {
        name: "The URL for this object is too long, and we can't display it",
      })
    ).toBeVisible();
    await act(async () => unmount());
    expect(element).toBeEmptyDOMElement();
  });

  it('reads 1000 keys of the query', async () => {
    const { history, unmount } = await mountErrorApp(
      `?${'a=1&'.repeat(1_000)}errorType=urlOverflow`
    );
    expect(screen.getByRole('heading', { name: 'Application error' })).toBeVisible();
    act(() => history.push(`?${'a=1&'.repeat(999)}errorType=urlOverflow`));
    expect(screen.getByRole('heading', { name: /^The URL for this object/ })).toBeVisible();
    await act(async () => unmount());
  });

  it('advises what to do about a long address', async () => {
    const { unmount } = await mountErrorApp('?errorType=urlOverflow', { basePath: '/base' });
    expect(screen.getByText('Things to try:')).toBeVisible();
    const [enable, simplify, more] = screen.getAllByRole('listitem');
    expect(enable).toHaveTextContent(
      'Enable the state:storeInSessionStorage option in Advanced Settings.'
    );
    expect(screen.getByRole('link', { name: 'Advanced Settings' })).toHaveAttribute(
      'href',
      '/base/app/management/kibana/settings'
    );
    expect(simplify).toHaveTextContent(
      'Simplify the object you are editing by removing content or filters.'
    );
    expect(more).toBeUndefined();
    await act(async () => unmount());
  });

  it('advises users of old browsers to upgrade', async () => {
    const { unmount } = await mountErrorApp('?errorType=urlOverflow', {
      userAgent: 'Mozilla/5.0 (Trident/7.0; rv:11.0)',
    });
    expect(screen.getByText(/Upgrade to a modern browser/)).toBeVisible();
    await act(async () => unmount());
  });
});

describe('length of the address', () => {
  const hrefOf = (length: number) => 'http://host/'.padEnd(length, 'x');

  it.each([
    [23_999, 'modern', undefined, 'nothing'],
    [24_000, 'modern', undefined, 'warning'],
    [25_000, 'modern', undefined, 'warning'],
    [25_001, 'modern', undefined, 'redirect'],
    [999, 'MSIE 10.0', undefined, 'nothing'],
    [1_000, 'Trident/7.0', undefined, 'warning'],
    [2_000, 'Trident/7.0', undefined, 'warning'],
    [2_001, 'Edge/18.0', undefined, 'redirect'],
    [30_000, 'modern', true, 'nothing'],
  ])(
    '%s characters in %s, stored in the session: %s, cause: %s',
    (length, userAgent, isStored, effect) => {
      const { start, history, location, notifications } = setup({
        href: hrefOf(length),
        userAgent,
        settings: { 'state:storeInSessionStorage': isStored },
        basePath: '/base',
      });
      start();
      history.push('/app/a');
      expect(notifications.toasts.addWarning).toHaveBeenCalledTimes(effect === 'warning' ? 1 : 0);
      expect(location.assign.mock.calls).toEqual(
        effect === 'redirect' ? [['/base/app/error?errorType=urlOverflow']] : []
      );
    }
  );

  it('is not checked on the error page, nor after stop', () => {
    const { coreApp, start, history, location } = setup({ href: hrefOf(30_000) });
    start();
    history.push('/app/error?errorType=urlOverflow');
    expect(location.assign).not.toHaveBeenCalled();
    coreApp.stop();
    history.push('/app/a');
    expect(location.assign).not.toHaveBeenCalled();
  });

  it('is warned about in words, once at a time', async () => {
    const { start, history, notifications } = setup({ href: hrefOf(24_500), basePath: '/base' });
    start();
    history.push('/app/a');
    const [input] = jest.mocked(notifications.toasts.addWarning).mock.calls[0]!;
    expect(input).toMatchObject({
      id: 'urlOverflowWarning',
      title: 'The URL is big and Kibana might stop working',
    });
    const element = document.body.appendChild(document.createElement('div'));
    let unmount!: () => void;
    await act(async () => {
      unmount = (input as { text: MountPoint }).text(element);
    });
    expect(element).toHaveTextContent(
      'Either enable the state:storeInSessionStorage option in advanced settings or simplify the onscreen visuals.'
    );
    expect(screen.getByRole('link')).toHaveAttribute(
      'href',
      '/base/app/management/kibana/settings'
    );
    await act(async () => unmount());
  });
});

describe('status numbers', () => {
  it.each([
    [181_142_512, 'byte', '172.75 MB'],
    [0, 'byte', '0.00 B'],
    [512, 'byte', '512.00 B'],
    [1024, 'byte', '1.00 KB'],
    [0.1333, 'time', '0.13 ms'],
    [3030.3, 'integer', '3030'],
    [0.4567, 'float', '0.46'],
    [0.4567, undefined, '0.46'],
    [undefined, 'time', '–'],
    [NaN, 'float', '–'],
  ] as const)('%p as %s reads %s', (value, type, expected) => {
    expect(formatNumber(value, type)).toBe(expected);
  });

  it('are six metrics in order, or none', () => {
    expect(formatMetrics(undefined)).toEqual([]);
    expect(formatMetrics(METRICS)).toEqual([
      { name: 'Heap total', value: 1_000_000_000, type: 'byte' },
      { name: 'Heap used', value: 181_142_512, type: 'byte' },
      { name: 'Load', value: [4.1, 2.1, 0.1], type: 'time' },
      { name: 'Response time avg', value: 4000, type: 'time' },
      { name: 'Response time max', value: 8000.126, type: 'time' },
      { name: 'Requests per second', value: 400 },
    ]);
  });

  it('count the requests of a second from the total and the length of the interval', () => {
    const requestsPerSecond = (total: number, intervalMs: number) =>
      formatMetrics({
        ...METRICS,
        requests: { ...METRICS.requests, total },
        collection_interval_in_millis: intervalMs,
      }).at(-1);
    expect(requestsPerSecond(30, 5_000)).toEqual({ name: 'Requests per second', value: 6 });
    expect(requestsPerSecond(1, 4_000)).toEqual({ name: 'Requests per second', value: 0.25 });
  });
});

describe('status app', () => {
  function renderStatus(answer: Promise<unknown>) {
    const http = httpServiceMock.createSetupContract();
    http.get.mockReturnValue(answer as never);
    const { toasts } = notificationServiceMock.createSetupContract();
    const view = render(<StatusApp http={http} toasts={toasts} productName="Kibana" />);
    return { http, toasts, ...view };
  }
  const bySubject = (container: HTMLElement, subject: string) =>
    container.querySelector<HTMLElement>(`[data-test-subj="${subject}"]`)!;

  it('waits, then tells state, figures, build and plugins', async () => {
    // EUI draws the table's caption half a second late.
    allowConsole(/EuiDelayRender/);
    const { container, http } = renderStatus(Promise.resolve(STATUS));
    expect(screen.getByRole('progressbar')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Kibana status is Yellow' })).toHaveAttribute(
      'data-test-subj',
      'serverStatusTitle'
    );
    expect(http.get).toHaveBeenCalledWith('/api/status');
    expect(bySubject(container, 'serverStatusTitleBadge')).toHaveTextContent('Yellow');
    expect(screen.getByText('my computer')).toBeVisible();
    const tiles = Array.from(
      container.querySelectorAll('[data-test-subj="serverMetric"]'),
      (tile) => tile.textContent
    );
    expect(tiles).toHaveLength(6);
    expect(bySubject(container, 'serverMetric-heap-used')).toHaveTextContent('172.75 MB');
    expect(bySubject(container, 'serverMetric-load')).toHaveTextContent(
      '4.10 ms, 2.10 ms, 0.10 ms'
    );
    expect(bySubject(container, 'serverMetric-requests-per-second')).toHaveTextContent('400.00');
    expect(screen.getByRole('heading', { name: 'Plugin status' })).toBeVisible();
    expect(bySubject(container, 'statusBuildNumber')).toHaveTextContent('BUILD 12');
    expect(bySubject(container, 'statusBuildHash')).toHaveTextContent('COMMIT 9007199254740991');
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'ID',
      'Status',
    ]);
    const row = screen.getByRole('row', { name: /plugin:2/ });
    expect(row).toHaveClass('status-table-row-danger');
    expect(row).toHaveTextContent('Broken');
    expect(screen.getByRole('row', { name: /plugin:1/ })).toHaveClass('status-table-row-secondary');
  });

  it('has its figures in 3 columns, and a coloured dot before each message', async () => {
    allowConsole(/EuiDelayRender/);
    const { container } = renderStatus(Promise.resolve(STATUS));
    await screen.findByRole('heading', { name: 'Plugin status' });
    const grid = bySubject(container, 'serverMetrics');
    const columns = [...document.styleSheets]
      .flatMap(({ cssRules }) => [...cssRules])
      .filter((rule) => rule instanceof CSSStyleRule && grid.matches(rule.selectorText))
      .map((rule) => (rule as CSSStyleRule).style.getPropertyValue('grid-template-columns'));
    expect(columns).toContain('repeat(3, 1fr)');
    const dotColors = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('[data-euiicon-type="dot"]')?.getAttribute('color'));
    expect(dotColors).toEqual(['success', 'danger']);
  });

  it('does without metrics, statuses and titles', async () => {
    const { title: _title, ...overall } = STATUS.status.overall;
    const { container } = renderStatus(
      Promise.resolve({
        ...STATUS,
        metrics: undefined,
        status: { overall: { ...overall, state: 'green' }, statuses: undefined },
      })
    );
    expect(await screen.findByRole('heading', { name: 'Kibana status is Green' })).toBeVisible();
    expect(container.querySelector('[data-test-subj="serverMetric"]')).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it.each([
    [{ response: { status: 400 } }, 'Failed to request server status with status code 400'],
    [{ response: { status: 404 } }, 'Failed to request server status with status code 404'],
    [{ response: { status: 500 } }, 'Failed to request server status with status code 500'],
    [{}, 'Failed to request server status. Perhaps your server is down?'],
  ])('explains the failure %j', async (details, message) => {
    const { toasts } = renderStatus(Promise.reject(Object.assign(new Error('x'), details)));
    expect(await screen.findByText('An error occurred loading the status')).toBeVisible();
    expect(toasts.addDanger).toHaveBeenCalledTimes(1);
    expect(toasts.addDanger).toHaveBeenCalledWith(message);
  });

  it('mounts as an app and leaves nothing behind', async () => {
    const { apps, http } = setup();
    http.get.mockResolvedValue(STATUS as never);
    const params = coreMock.createAppMountParameters('/status');
    document.body.append(params.element);
    let unmount!: () => void;
    await act(async () => {
      unmount = (await appById(apps, 'status').mount(params)) as () => void;
    });
    expect(await screen.findByText('Plugin status')).toBeVisible();
    await act(async () => unmount());
    await waitFor(() => expect(params.element).toBeEmptyDOMElement());
  });
});
