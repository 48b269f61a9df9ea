import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Subject } from 'rxjs';
import { i18nServiceMock, uiSettingsServiceMock } from '../mocks';
import type { MountPoint } from '../types';
import type { UiSettingsUpdate } from '../ui_settings/types';
import { mountLazily } from './mount_lazily';
import { OverlayService } from './overlay_service';
import { OverlaySlot } from './overlay_slot';
import type { OverlayBanner, OverlayStart } from './types';
import { USER_BANNER_MOUNT_DELAY_MS } from './user_banner_service';

/** A processor shared with other work is slow, not wrong. */
jest.setTimeout(30_000);

/**
 * EUI's build for tests draws a flyout without the properties it is given; here its inner, true one
 * counts.
 */
jest.mock('@elastic/eui', () => ({
  ...jest.requireActual<object>('@elastic/eui'),
  EuiFlyout: jest.requireActual<{ EuiFlyoutComponent: unknown }>(
    '@elastic/eui/es/components/flyout/flyout.component'
  ).EuiFlyoutComponent,
}));

const textMount =
  (text: string, unmount: () => void = () => undefined): MountPoint =>
  (element) => {
    element.innerHTML = `<h2>${text}</h2><button>inside ${text}</button>`;
    return unmount;
  };

function startService(values: Record<string, unknown> = {}) {
  const uiSettings = uiSettingsServiceMock.createSetupContract();
  uiSettings.get.mockImplementation(((key: string) => values[key]) as never);
  const update$ = new Subject<UiSettingsUpdate>();
  uiSettings.getUpdate$.mockReturnValue(update$);
  const targetDomElement = document.body.appendChild(document.createElement('div'));
  const service = new OverlayService();
  const overlays = service.start({
    i18n: i18nServiceMock.createStartContract(),
    targetDomElement,
    uiSettings,
  });
  const change = (key: string, newValue: unknown) => {
    values[key] = newValue;
    act(() => update$.next({ key, newValue, oldValue: undefined }));
  };
  return { service, overlays, targetDomElement, uiSettings, update$, change };
}

const isSettled = async (promise: Promise<unknown>) => {
  let isDone = false;
  void promise.then(() => (isDone = true));
  await Promise.resolve();
  await Promise.resolve();
  return isDone;
};

describe.each(['openFlyout', 'openModal'] as const)('%s', (open) => {
  it('draws the mount point in a dialog named after its heading', async () => {
    const { overlays, service } = startService();
    overlays[open](textMount('Hello'), { 'data-test-subj': 'mine', className: 'myClass' });
    const dialog = await screen.findByRole('dialog', { name: 'Hello' });
    expect(dialog).toHaveAttribute('data-test-subj', 'mine');
    expect(dialog).toHaveClass('myClass');
    expect(screen.getByText('Hello').parentElement).toHaveClass('kbnOverlayMountWrapper');
    await act(async () => service.stop());
  });

  it('closes the first when a second opens: resolves, unmounts once', async () => {
    const { overlays, service } = startService();
    const unmount = jest.fn();
    const first = overlays[open](textMount('First', unmount));
    await screen.findByText('First');
    let second!: ReturnType<OverlayStart['openModal']>;
    await act(async () => {
      second = overlays[open](textMount('Second'));
    });
    await first.onClose;
    expect(await screen.findByText('Second')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('First')).toBeNull());
    expect(unmount).toHaveBeenCalledTimes(1);

    await act(async () => {
      await first.close();
      await first.close();
    });
    expect(screen.getByText('Second')).toBeInTheDocument();
    expect(await isSettled(second.onClose)).toBe(false);
    expect(unmount).toHaveBeenCalledTimes(1);
    await act(async () => service.stop());
  });

  it('closes by its button and by Escape, and resolves once', async () => {
    const { overlays } = startService();
    const ref = overlays[open](textMount('Bye'), { closeButtonAriaLabel: 'Close it' });
    await screen.findByText('Bye');
    await userEvent.click(screen.getByRole('button', { name: 'Close it' }));
    await ref.onClose;
    await waitFor(() => expect(screen.queryByText('Bye')).toBeNull());

    const other = overlays[open](textMount('Again'));
    (await screen.findByRole('button', { name: 'inside Again' })).focus();
    await userEvent.keyboard('{Escape}');
    await other.onClose;
  });

  it('gives the focus back to what opened it, also through a replacement', async () => {
    const { overlays } = startService();
    render(<button>opener</button>);
    const opener = screen.getByRole('button', { name: 'opener' });
    opener.focus();
    overlays[open](textMount('One'));
    (await screen.findByRole('button', { name: 'inside One' })).focus();
    let second!: ReturnType<OverlayStart['openModal']>;
    await act(async () => {
      second = overlays[open](textMount('Two'));
    });
    (await screen.findByRole('button', { name: 'inside Two' })).focus();
    await act(async () => void (await second.close()));
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it('can be closed before it was drawn', async () => {
    const { overlays } = startService();
    const mount = jest.fn(textMount('Never'));
    await act(async () => void (await overlays[open](mount).close()));
    await act(async () => void (await new Promise((resolve) => setTimeout(resolve))));
    expect(mount).not.toHaveBeenCalled();
  });
});

it('keeps flyouts and modals apart', async () => {
  const { overlays, service } = startService();
  const flyout = overlays.openFlyout(textMount('The flyout'));
  await screen.findByText('The flyout');
  overlays.openModal(textMount('The modal'));
  await screen.findByText('The modal');
  expect(screen.getByText('The flyout')).toBeInTheDocument();
  expect(await isSettled(flyout.onClose)).toBe(false);
  await act(async () => service.stop());
});

describe('openConfirm', () => {
  it('asks with a title, Cancel and Confirm, and resolves true on Confirm', async () => {
    const { overlays } = startService();
    const answer = overlays.openConfirm('Really?', { title: 'Sure' });
    expect(await screen.findByRole('alertdialog', { name: 'Sure' })).toHaveTextContent('Really?');
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await answer).toBe(true);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('resolves false on Cancel and on closing, and uses the given labels', async () => {
    const { overlays } = startService();
    const labels = {
      cancelButtonText: 'No',
      confirmButtonText: 'Yes',
      closeButtonAriaLabel: 'Away',
    };
    const first = overlays.openConfirm('One?', labels);
    await userEvent.click(await screen.findByRole('button', { name: 'No' }));
    expect(await first).toBe(false);
    const second = overlays.openConfirm('Two?', labels);
    expect(await screen.findByRole('alertdialog', { name: 'Two?' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Away' }));
    expect(await second).toBe(false);
  });

  it('resolves false when another confirm or modal takes its place', async () => {
    const { overlays, service } = startService();
    const first = overlays.openConfirm('One?');
    await screen.findByText('One?');
    let second!: Promise<boolean>;
    await act(async () => {
      second = overlays.openConfirm('Two?');
    });
    expect(await first).toBe(false);
    await screen.findByText('Two?');
    await act(async () => void overlays.openModal(textMount('Modal')));
    expect(await second).toBe(false);
    await screen.findByText('Modal');
    await act(async () => service.stop());
  });

  it('renders a mount point as message and focuses the wanted button', async () => {
    const { overlays } = startService();
    const answer = overlays.openConfirm(textMount('Mounted'), {
      title: 'T',
      'data-test-subj': 'ask',
      defaultFocusedButton: 'confirm',
      buttonColor: 'danger',
    });
    expect((await screen.findByText('Mounted')).parentElement).toHaveClass(
      'kbnOverlayMountWrapper'
    );
    await waitFor(() => expect(screen.getByRole('button', { name: 'Confirm' })).toHaveFocus());
    expect(screen.getByRole('alertdialog')).toHaveAttribute('data-test-subj', 'ask');
    await userEvent.keyboard('{Enter}');
    expect(await answer).toBe(true);
  });
});

it('closes an overlay whose code cannot be downloaded, after telling so', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const slot = new OverlaySlot(document.createElement('div'), () =>
    Promise.reject(new Error('offline'))
  );
  const onLoadError = jest.fn();
  await slot.open({ kind: 'modal', mount: textMount('x'), options: {} }, onLoadError).onClose;
  expect(onLoadError).toHaveBeenCalledTimes(1);
  expect(logged).toHaveBeenCalledWith(new Error('offline'));
});

describe('mountLazily', () => {
  it('mounts when loaded, unless it was unmounted before', async () => {
    const unmount = jest.fn();
    const element = document.createElement('div');
    const away = mountLazily(async () => textMount('late', unmount))(element);
    await Promise.resolve();
    await Promise.resolve();
    expect(element).toHaveTextContent('late');
    away();
    expect(unmount).toHaveBeenCalledTimes(1);

    const never = jest.fn(textMount('never'));
    mountLazily(async () => never)(element)();
    await Promise.resolve();
    expect(never).not.toHaveBeenCalled();
  });

  it('falls back to text', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const element = document.createElement('div');
    const away = mountLazily(() => Promise.reject(new Error('offline')), 'fallback')(element);
    await new Promise((resolve) => setTimeout(resolve));
    expect(element).toHaveTextContent('fallback');
    away();
    expect(element).toBeEmptyDOMElement();
  });
});

describe('banners', () => {
  const list = (overlays: OverlayStart) => {
    let banners: OverlayBanner[] = [];
    overlays.banners
      .get$()
      .subscribe((current) => (banners = current))
      .unsubscribe();
    return banners.map(({ id }) => id);
  };

  it('are ordered by priority, then by age', () => {
    const { banners } = startService().overlays;
    const mount = textMount('x');
    const ids = [
      banners.add(mount),
      banners.add(mount, 5),
      banners.add(mount),
      banners.add(mount, 5),
      banners.add(mount, -1),
    ];
    expect(list({ banners } as OverlayStart)).toEqual([ids[1], ids[3], ids[0], ids[2], ids[4]]);
  });

  it('have priority 0 by default', () => {
    const { overlays } = startService();
    const seen: number[][] = [];
    overlays.banners.get$().subscribe((current) => seen.push(current.map((each) => each.priority)));
    const id = overlays.banners.add(textMount('x'));
    overlays.banners.replace(id, textMount('y'));
    expect(seen).toEqual([[], [0], [0]]);
  });

  it('are removed once', () => {
    const { overlays } = startService();
    const id = overlays.banners.add(textMount('x'));
    expect([overlays.banners.remove(id), overlays.banners.remove(id)]).toEqual([true, false]);
  });

  it('are replaced under a new id, without inheriting the priority', () => {
    const { overlays } = startService();
    const first = overlays.banners.add(textMount('a'), 10);
    const other = overlays.banners.add(textMount('b'), 1);
    const replaced = overlays.banners.replace(first, textMount('c'));
    expect(replaced).not.toBe(first);
    expect(list(overlays)).toEqual([other, replaced]);
    const added = overlays.banners.replace('unknown', textMount('d'), 2);
    expect(list(overlays)).toEqual([added, other, replaced]);
    expect(overlays.banners.replace(undefined, textMount('e'))).toBe(String(Number(added) + 1));
  });

  it('render nothing while there are none, and unmount what changes', () => {
    const { overlays } = startService();
    const { container } = render(overlays.banners.getComponent());
    expect(container).toBeEmptyDOMElement();
    const unmount = jest.fn();
    let id!: string;
    act(() => {
      id = overlays.banners.add(textMount('banner one', unmount));
    });
    expect(screen.getByRole('heading', { name: 'banner one' })).toBeVisible();
    act(() => void overlays.banners.replace(id, textMount('banner two')));
    expect(unmount).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('banner one')).toBeNull();
    expect(screen.getByRole('heading', { name: 'banner two' })).toBeVisible();
  });
});

describe('user banner', () => {
  const CONTENT = 'notifications:banner';
  const LIFETIME = 'notifications:lifetime:banner';

  it('shows Markdown without HTML, titled Attention, and goes on Close', async () => {
    const { overlays } = startService({
      [CONTENT]: ' **Mind** <b id="raw">the</b> [gap](javascript:alert(1)) ',
      [LIFETIME]: 3000000,
    });
    const { container } = render(overlays.banners.getComponent());
    expect((await screen.findByText('Mind')).tagName).toBe('STRONG');
    expect(screen.getByText('Attention')).toBeVisible();
    expect(container.querySelector('#raw')).toBeNull();
    expect(container.querySelector('a[href^="javascript"]')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(container).toBeEmptyDOMElement();
  });

  it.each([
    ['', 1],
    ['   ', 1],
    [undefined, 1],
    [42, 1],
    ['text', undefined],
    ['text', '5'],
    ['text', NaN],
  ])('is not there for content %p and lifetime %p', (content, lifetime) => {
    const { overlays } = startService({ [CONTENT]: content, [LIFETIME]: lifetime });
    const seen = jest.fn();
    overlays.banners.get$().subscribe(seen);
    expect(seen).toHaveBeenCalledWith([]);
  });

  it('follows its two settings and no others, with priority 100', () => {
    const { overlays, change, uiSettings } = startService({ [CONTENT]: 'one', [LIFETIME]: 1000 });
    const seen: OverlayBanner[][] = [];
    overlays.banners.get$().subscribe((current) => seen.push(current));
    expect(seen.at(-1)).toMatchObject([{ priority: 100 }]);
    change(CONTENT, 'two');
    change(LIFETIME, 2000);
    expect(seen).toHaveLength(3);
    expect(seen.every((current) => current.length === 1)).toBe(true);
    const reads = uiSettings.get.mock.calls.length;
    change('other', 'x');
    expect(uiSettings.get.mock.calls).toHaveLength(reads);
    change(CONTENT, '');
    expect(seen.at(-1)).toEqual([]);
  });

  it('is drawn 100 ms after it was mounted', async () => {
    jest.useFakeTimers();
    try {
      const { overlays, service } = startService({ [CONTENT]: 'text', [LIFETIME]: 1 });
      let banners: OverlayBanner[] = [];
      overlays.banners.get$().subscribe((current) => (banners = current));
      const element = document.createElement('div');
      const unmount = banners[0]!.mount(element);
      await act(() => jest.advanceTimersByTimeAsync(99));
      expect(element).toBeEmptyDOMElement();
      await act(() => jest.advanceTimersByTimeAsync(1));
      await act(() => jest.advanceTimersByTimeAsync(0));
      expect(element).not.toBeEmptyDOMElement();
      unmount();
      service.stop();
    } finally {
      jest.useRealTimers();
    }
  });

  it('counts its life from the moment it is mounted, and leaves no timer behind', () => {
    jest.useFakeTimers();
    try {
      const { overlays, service } = startService({ [CONTENT]: 'text', [LIFETIME]: 500 });
      expect(jest.getTimerCount()).toBe(0);
      let banners: OverlayBanner[] = [];
      overlays.banners.get$().subscribe((current) => (banners = current));
      const unmount = banners[0]!.mount(document.createElement('div'));
      jest.advanceTimersByTime(USER_BANNER_MOUNT_DELAY_MS);
      jest.advanceTimersByTime(499);
      expect(banners).toHaveLength(1);
      jest.advanceTimersByTime(1);
      expect(banners).toHaveLength(0);
      unmount();
      service.stop();
      expect(jest.getTimerCount()).toBe(0);

      const endless = startService({ [CONTENT]: 'text', [LIFETIME]: Infinity });
      endless.overlays.banners.get$().subscribe((current) => (banners = current));
      banners[0]!.mount(document.createElement('div'))();
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});
