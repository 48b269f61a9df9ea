/** Banners of plugins, and the banner from the settings. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OverlayBanner, OverlayStart } from './types';
import { USER_BANNER_MOUNT_DELAY_MS } from './banners_service';
import { textMount, startService } from './mocks';

/** Slow machines need more time. */
jest.setTimeout(30_000);

describe('banners', () => {
  const list = (overlays: OverlayStart) => {
    let banners: OverlayBanner[] = [];
    overlays.banners
      .get$()
      .subscribe((current) => (banners = current))
      .unsubscribe();
    return banners.map(({ id }) => id);
  };

  it('are sorted by priority, then by age', () => {
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
    const recorded: number[][] = [];
    overlays.banners
      .get$()
      .subscribe((current) => recorded.push(current.map((each) => each.priority)));
    const id = overlays.banners.add(textMount('x'));
    overlays.banners.replace(id, textMount('y'));
    expect(recorded).toEqual([[], [0], [0]]);
  });

  // @spec 6.2/2
  it('can be removed only once', () => {
    const { overlays } = startService();
    const id = overlays.banners.add(textMount('x'));
    expect([overlays.banners.remove(id), overlays.banners.remove(id)]).toEqual([true, false]);
  });

  // @spec 6.2/3
  it('get a new id when replaced, without inheriting the priority', () => {
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

  it('render nothing if there are none, and unmount removed ones', () => {
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

  it('shows Markdown without HTML, titled Attention, and disappears on Close', async () => {
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
  ])('is not shown for content %p and lifetime %p', (content, lifetime) => {
    const { overlays } = startService({ [CONTENT]: content, [LIFETIME]: lifetime });
    const listener = jest.fn();
    overlays.banners.get$().subscribe(listener);
    expect(listener).toHaveBeenCalledWith([]);
  });

  // @spec 6.2/6
  it('follows its two settings and no others, with priority 100', () => {
    const { overlays, change, uiSettings } = startService({ [CONTENT]: 'one', [LIFETIME]: 1000 });
    const recorded: OverlayBanner[][] = [];
    overlays.banners.get$().subscribe((current) => recorded.push(current));
    expect(recorded.at(-1)).toMatchObject([{ priority: 100 }]);
    change(CONTENT, 'two');
    change(LIFETIME, 2000);
    expect(recorded).toHaveLength(3);
    expect(recorded.every((current) => current.length === 1)).toBe(true);
    const reads = uiSettings.get.mock.calls.length;
    change('other', 'x');
    expect(uiSettings.get.mock.calls).toHaveLength(reads);
    change(CONTENT, '');
    expect(recorded.at(-1)).toEqual([]);
  });

  // @spec 6.2/7
  it('counts its lifetime from mounting, and clears its timer', () => {
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
