/** Navigation links and controls. */
import { AppNavLinkStatus, AppStatus } from '../../application/types';
import { createNavLink } from './nav_links_service';
import { app, setup, collect } from '../mocks';

describe('navLinks', () => {
  const APPS = [
    app('late', { order: 20 }),
    app('none'),
    app('early', { order: 10, defaultPath: '/deep', euiIconType: 'logo' }),
    app('bare', { chromeless: true }),
    app('off', { order: 30, navLinkStatus: AppNavLinkStatus.disabled }),
    app('away', { order: 40, navLinkStatus: AppNavLinkStatus.hidden }),
  ];

  // @spec 5.3/2
  it('follow the status of the app unless the link has its own', () => {
    const byStatus = { navLinkStatus: AppNavLinkStatus.default };
    const { navLinks } = setup({
      apps: [app('a', byStatus), app('b', { ...byStatus, status: AppStatus.inaccessible })],
    }).chrome;
    expect([navLinks.get('a')!.hidden, navLinks.get('b')!.hidden]).toEqual([false, true]);
  });

  // @spec 5.3/5
  it('keep updates of allowed fields when the apps change', () => {
    const { chrome, setApps } = setup({ apps: APPS });
    const updated = chrome.navLinks.update('none', { hidden: true, title: 'hacked' } as never);
    expect(updated).toMatchObject({ hidden: true, title: 'Title of none' });
    expect(chrome.navLinks.update('unknown', { hidden: true })).toBeUndefined();
    setApps(app('none', { title: 'renamed' }));
    expect(chrome.navLinks.get('none')).toMatchObject({ hidden: true, title: 'renamed' });
  });

  // @spec 5.3/6
  it('can be reduced to a single existing one, which also excludes later apps', () => {
    const { chrome, setApps } = setup({ apps: APPS });
    const { navLinks } = chrome;
    navLinks.showOnly('bare');
    navLinks.showOnly('unknown');
    expect(navLinks.getAll()).toHaveLength(5);
    navLinks.showOnly('late');
    setApps(...APPS, app('newer'));
    expect(navLinks.getAll().map(({ id }) => id)).toEqual(['late']);
  });

  // @spec 5.3/4
  it('replay, and complete on stop', async () => {
    const { chrome, service, setApps } = setup({ apps: [app('a')] });
    const recorded = collect(chrome.navLinks.getNavLinks$());
    setApps(app('a'), app('b'));
    service.stop();
    expect((await recorded).map((links) => links.map(({ id }) => id))).toEqual([['a'], ['a', 'b']]);
  });

  // @spec 3/12, 5/6
  it('require an id', () => {
    expect(() => createNavLink({ title: 'x', baseUrl: '/', href: '/' } as never)).toThrow(
      '`id` is required.'
    );
  });

  // @spec 5.3/7
  it('can force navigation, irreversibly', async () => {
    const { chrome, service } = setup();
    const recorded = collect(chrome.navLinks.getForceAppSwitcherNavigation$());
    chrome.navLinks.enableForcedAppSwitcherNavigation();
    service.stop();
    expect(await recorded).toEqual([false, true]);
  });
});

describe('navControls', () => {
  it.each([
    ['registerLeft', 'getLeft$'],
    ['registerCenter', 'getCenter$'],
    ['registerRight', 'getRight$'],
  ] as const)('returns controls registered with %s from %s in order', (register, get$) => {
    const { navControls } = setup().chrome;
    const mount = () => () => undefined;
    const [none, ten, five] = [{ mount }, { mount, order: 10 }, { mount, order: 5 }];
    [none, ten, five].forEach(navControls[register]);
    const listener = jest.fn();
    navControls[get$]().subscribe(listener);
    expect(listener).toHaveBeenCalledWith([five, ten, none]);
  });
});
