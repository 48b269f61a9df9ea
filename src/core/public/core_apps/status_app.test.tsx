/** The status page. */
import { act, render, screen, waitFor } from '@testing-library/react';
import type { StatusMetrics, StatusResponse } from '../../common';
import { coreMock, httpServiceMock, notificationServiceMock } from '../mocks';
import { allowConsole } from '../../../../test/helpers/console_guard';
import { formatNumber } from './status/format_number';
import { formatMetrics } from './status/load_status';
import { StatusApp } from './status/status_app';
import { setup, appById } from './mocks';

/** Slow machines need more time. */
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
    overall: {
      id: 'overall',
      message: '[plugin:2]: Broken',
      state: 'yellow',
      since: '',
      icon: 'warning',
      uiColor: 'warning',
      title: 'Yellow',
    },
    statuses: [
      {
        id: 'plugin:1',
        title: 'Green',
        state: 'green',
        message: 'Ready',
        since: '',
        icon: 'success',
        uiColor: 'secondary',
      },
      {
        id: 'plugin:2',
        title: 'Red',
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

describe('status metrics', () => {
  // @spec 17/4
  // No metric of the page is an integer, so this row starts here.
  // @spec 9/33: status metrics › formats 3030.3 as "integer": 3030
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
  ] as const)('formats %p as %s: %s', (value, type, expected) => {
    expect(formatNumber(value, type)).toBe(expected);
  });

  it('list six metrics in order, or none', () => {
    expect(formatMetrics(undefined)).toEqual([]);
    expect(formatMetrics(METRICS)).toEqual([
      { name: 'Heap total', value: 1_000_000_000, type: 'byte' },
      { name: 'Heap used', value: 181_142_512, type: 'byte' },
      { name: 'Load', value: [4.1, 2.1, 0.1] },
      { name: 'Response time avg', value: 4000, type: 'time' },
      { name: 'Response time max', value: 8000.126, type: 'time' },
      { name: 'Requests per second', value: 400 },
    ]);
  });

  it('compute requests per second from the total and the interval', () => {
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
  function renderStatus(response: Promise<unknown>) {
    const http = httpServiceMock.createSetupContract();
    http.get.mockReturnValue(response as never);
    const { toasts } = notificationServiceMock.createSetupContract();
    const view = render(
      <StatusApp http={http} toasts={toasts} productName="Security Dashboards" />
    );
    return { http, toasts, ...view };
  }
  const bySubject = (container: HTMLElement, subject: string) =>
    container.querySelector<HTMLElement>(`[data-test-subj="${subject}"]`)!;

  it('shows a loading state, then state, metrics, build and plugins', async () => {
    // EUI renders the table's caption with a delay of half a second.
    allowConsole(/EuiDelayRender/);
    const { container, http } = renderStatus(Promise.resolve(STATUS));
    expect(screen.getByRole('progressbar')).toBeVisible();
    expect(
      await screen.findByRole('heading', { name: 'Security Dashboards status is Yellow' })
    ).toHaveAttribute('data-test-subj', 'serverStatusTitle');
    expect(http.get).toHaveBeenCalledWith('/api/status');
    expect(bySubject(container, 'serverStatusTitleBadge')).toHaveTextContent('Yellow');
    expect(screen.getByText('my computer')).toBeVisible();
    const tiles = Array.from(
      container.querySelectorAll('[data-test-subj="serverMetric"]'),
      (tile) => tile.textContent
    );
    expect(tiles).toHaveLength(6);
    expect(bySubject(container, 'serverMetric-heap-used')).toHaveTextContent('172.75 MB');
    expect(bySubject(container, 'serverMetric-load')).toHaveTextContent('4.10, 2.10, 0.10');
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

  it('shows metrics in 3 columns, and a colored dot before each message', async () => {
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
    // The worst first.
    expect(dotColors).toEqual(['danger', 'success']);
  });

  it('shows the level of each plugin as text, its details, and reads them again', async () => {
    allowConsole(/EuiDelayRender/);
    const [ready, broken] = STATUS.status.statuses;
    const statuses = [ready, { ...broken, detail: 'ECONNREFUSED', since: '2026-11-01T10:00:00Z' }];
    const { http } = renderStatus(
      Promise.resolve({ ...STATUS, status: { ...STATUS.status, statuses } })
    );
    const row = await screen.findByRole('row', { name: /plugin:2/ });
    expect(row).toHaveTextContent('ECONNREFUSED');
    expect(row).toHaveTextContent(/Red since Nov 1, 2026/);
    expect(screen.getByRole('row', { name: /plugin:1/ })).toHaveTextContent('Green');
    expect(screen.getByText(/^As of \d/)).toBeVisible();
    http.get.mockResolvedValue({ ...STATUS, name: 'another computer' } as never);
    await act(async () => screen.getByRole('button', { name: 'Refresh' }).click());
    expect(await screen.findByText('another computer')).toBeVisible();
  });

  // @spec 17/5
  it('renders without metrics, statuses and titles', async () => {
    const { title: _title, ...overall } = STATUS.status.overall;
    const { container } = renderStatus(
      Promise.resolve({
        ...STATUS,
        metrics: undefined,
        status: { overall: { ...overall, state: 'green' }, statuses: undefined },
      })
    );
    expect(
      await screen.findByRole('heading', { name: 'Security Dashboards status is Green' })
    ).toBeVisible();
    expect(container.querySelector('[data-test-subj="serverMetric"]')).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('shows visitors without a session the state and its reason', async () => {
    const overall = { ...STATUS.status.overall, message: 'The cluster cannot be reached.' };
    const { container } = renderStatus(Promise.resolve({ status: { overall } }));
    expect(
      await screen.findByRole('heading', { name: 'Security Dashboards status is Yellow' })
    ).toBeVisible();
    expect(screen.getByText('The cluster cannot be reached.')).toBeVisible();
    expect(screen.queryByText('Plugin status')).toBeNull();
    expect(bySubject(container, 'serverStatusName')).toBeNull();
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

  it('mounts as an app and cleans up on unmount', async () => {
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
