/** Rendering, theme, the helpers that mount React, and the integrations: what touches the page. */
import { EuiFlyout, EuiText, useCurrentEuiBreakpoint, useEuiTheme } from '@elastic/eui';
import { act, render, screen } from '@testing-library/react';
import type momentTimezone from 'moment-timezone';
import { BehaviorSubject, Observable, of, Subject } from 'rxjs';
import { setTranslations } from '../i18n/translator';
import { loadMomentLocale } from '../integrations/date_integration';
import { getEmotionCache, insertStyle, installCspNonce } from '../csp_nonce';
import { IntegrationsService } from '../integrations';
import {
  applicationServiceMock,
  chromeServiceMock,
  httpServiceMock,
  injectedMetadataServiceMock,
  overlayServiceMock,
  uiSettingsServiceMock,
} from '../mocks';
import { CoreContext, ThemeService, useCoreTheme } from '../theme';
import { mountReactNode, renderApp } from '../theme/render_app';
import { currentTheme$ } from '../theme/current_theme';
import { THEME_STORAGE_KEY } from '../theme/theme_service';
import { deepFreeze, MountWrapper, shareWeakReplay, useObservable, withTimeout } from '../utils';
import { RenderingService } from './rendering_service';

const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 0))));

const running: RenderingService[] = [];

afterEach(async () => {
  running.splice(0).forEach((service) => service.stop());
  await settle();
  document.body.replaceChildren();
  act(() => currentTheme$.next({ darkMode: false }));
});

describe('RenderingService', () => {
  const start = async () => {
    const isVisible$ = new BehaviorSubject(true);
    const classes$ = new BehaviorSubject<string[]>(['class-a']);
    const chrome = chromeServiceMock.createStartContract();
    chrome.getHeaderComponent.mockReturnValue(<header>the header</header>);
    chrome.getIsVisible$.mockReturnValue(isVisible$);
    chrome.getApplicationClasses$.mockReturnValue(classes$);
    const application = applicationServiceMock.createInternalStartContract();
    application.getComponent.mockReturnValue(<p>the app</p>);
    const overlays = overlayServiceMock.createStartContract();
    jest.mocked(overlays.banners.getComponent).mockReturnValue(<p>the banners</p>);
    const targetDomElement = document.createElement('div');
    document.body.append(targetDomElement);
    const service = new RenderingService();
    running.push(service);
    act(() => service.start({ application, chrome, overlays, targetDomElement }));
    await settle();
    return { service, isVisible$, classes$, targetDomElement };
  };

  it('draws header, banners and app in the documented structure', async () => {
    const { targetDomElement } = await start();
    const content = targetDomElement.querySelector('div.content[data-test-subj="kibanaChrome"]')!;
    expect(content.firstElementChild).toHaveTextContent('the header');
    const panel = content.querySelector('div.app-wrapper#app-wrapper > div.app-wrapper-panel')!;
    expect(panel.querySelector(':scope > #globalBannerList')).toHaveTextContent('the banners');
    expect(panel.querySelector(':scope > .application')).toHaveTextContent('the app');
    expect(screen.getByRole('main')).toBe(panel.querySelector('.application'));
  });

  it('has the banners at the top, above the app', async () => {
    const { targetDomElement } = await start();
    const panel = targetDomElement.querySelector('.app-wrapper-panel')!;
    expect([...panel.children].map(({ id }) => id)).toEqual(['globalBannerList', 'app-main']);
  });

  it('fades the spinner of a mounting app in over 2 seconds, unseen until halfway', async () => {
    await start();
    const sheet = document.querySelector<HTMLStyleElement>('style#coreCss')!.sheet!;
    const ruleOf = (start: string) =>
      [...sheet.cssRules].map(({ cssText }) => cssText).find((text) => text.startsWith(start));
    expect(ruleOf('.appContainer__loading')).toMatch(
      /animation: appContainerFadeIn 2s ease-in both;/
    );
    expect(ruleOf('.appContainer__loading')).toMatch(/position: fixed;/);
    const frames = ruleOf('@keyframes appContainerFadeIn')!.replace(/\s+/g, '');
    expect(frames).toBe('@keyframesappContainerFadeIn{0%,50%{opacity:0;}100%{opacity:1;}}');
  });

  it('marks the wrapper while the chrome is hidden, and passes application classes on', async () => {
    const { isVisible$, classes$, targetDomElement } = await start();
    const wrapper = targetDomElement.querySelector('#app-wrapper')!;
    const region = targetDomElement.querySelector('.application')!;
    expect(wrapper).not.toHaveClass('hidden-chrome');
    act(() => isVisible$.next(false));
    expect(wrapper).toHaveClass('hidden-chrome');
    expect(region).toHaveClass('class-a');
    act(() => classes$.next(['class-b', 'class-c']));
    expect(region.className).toBe('application class-b class-c');
  });

  it('empties its element on stop', async () => {
    const { service, targetDomElement } = await start();
    act(() => service.stop());
    await settle();
    expect(targetDomElement).toBeEmptyDOMElement();
    expect(() => service.stop()).not.toThrow();
  });
});

describe('the nonce', () => {
  it('is on every style element that scripts insert', () => {
    const before = new Set(document.querySelectorAll('style'));
    installCspNonce('abc123');
    insertStyle('own', 'p { color: red }');
    insertStyle('own', 'p { color: blue }');
    render(
      <CoreContext>
        <EuiText>text</EuiText>
      </CoreContext>
    );
    const styles = [...document.querySelectorAll('style')].filter((style) => !before.has(style));
    expect(styles.length).toBeGreaterThan(1);
    expect(styles.map((style) => style.getAttribute('nonce'))).toEqual(styles.map(() => 'abc123'));
    expect(document.getElementById('own')?.textContent).toBe('p { color: blue }');
    expect(getEmotionCache()).toBe(getEmotionCache());
  });
});

describe('ThemeService', () => {
  const setUp = ({
    setting = false,
    stored = null as string | null,
    tag = 'v8light' as const,
    isOverridden = false,
    isAnonymous = false,
  } = {}) => {
    const uiSettings = uiSettingsServiceMock.createSetupContract();
    const update$ = new Subject<{ key: string; newValue: unknown; oldValue: unknown }>();
    const state = { setting };
    uiSettings.get.mockImplementation((() => state.setting) as never);
    uiSettings.getUpdate$.mockReturnValue(update$);
    uiSettings.isOverridden.mockReturnValue(isOverridden);
    const http = httpServiceMock.createSetupContract();
    if (isAnonymous) http.anonymousPaths.register('/app/login');
    const storage = { getItem: jest.fn(() => stored), setItem: jest.fn() };
    const service = new ThemeService();
    const theme = service.setup({
      http,
      uiSettings,
      storage,
      injectedMetadata: injectedMetadataServiceMock.createSetupContract({ theme: { tag } }),
      getPagePath: () => '/app/login',
    });
    const seen: boolean[] = [];
    theme.theme$.subscribe(({ darkMode }) => seen.push(darkMode));
    const update = (value: boolean) => {
      state.setting = value;
      update$.next({ key: 'theme:darkMode', newValue: value, oldValue: !value });
    };
    return { service, theme, uiSettings, storage, seen, update, update$ };
  };

  it.each([
    [{ setting: true }, true],
    [{ setting: false, stored: 'true' }, true],
    [{ setting: true, stored: 'false' }, false],
    [{ setting: true, stored: 'rubbish' }, true],
    [{ setting: false, stored: 'true', isOverridden: true }, false],
  ])('starts from the device, else the setting: %j', (options, expected) => {
    expect(setUp(options).seen).toEqual([expected]);
    expect(document.documentElement.dataset['theme']).toBe(expected ? 'dark' : 'light');
    expect(document.documentElement.style.colorScheme).toBe(expected ? 'dark' : 'light');
  });

  it('switches at once, and remembers on the device and in the settings', () => {
    const { theme, seen, storage, uiSettings } = setUp();
    theme.setDarkMode(true);
    theme.setDarkMode(true);
    expect(seen).toEqual([false, true]);
    expect(storage.setItem).toHaveBeenLastCalledWith(THEME_STORAGE_KEY, 'true');
    expect(uiSettings.set).toHaveBeenLastCalledWith('theme:darkMode', true);
    expect((window as unknown as Record<string, unknown>)['__kbnThemeTag__']).toBe('v8dark');
  });

  it('keeps the choice of the device when the server refuses to save it', async () => {
    const { theme, seen, uiSettings, update } = setUp();
    uiSettings.set.mockImplementation(async () => {
      update(true);
      await Promise.resolve();
      update(false);
      return false;
    });
    theme.setDarkMode(true);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(seen).toEqual([false, true]);
  });

  it('follows the setting when it is changed elsewhere, until stop', () => {
    const { seen, update, update$, storage, service } = setUp({ stored: 'false' });
    update$.next({ key: 'other', newValue: 1, oldValue: 2 });
    update(true);
    expect(storage.setItem).toHaveBeenLastCalledWith(THEME_STORAGE_KEY, 'true');
    service.stop();
    update(false);
    expect(seen).toEqual([false, true]);
    expect(update$.observed).toBe(false);
  });

  it('saves no settings on anonymous pages, and changes nothing that the server overrides', () => {
    const anonymous = setUp({ isAnonymous: true });
    anonymous.theme.setDarkMode(true);
    expect(anonymous.uiSettings.set).not.toHaveBeenCalled();
    expect(anonymous.seen).toEqual([false, true]);
    anonymous.service.stop();
    const overridden = setUp({ isOverridden: true });
    overridden.theme.setDarkMode(true);
    expect(overridden.seen).toEqual([false]);
  });

  it('does without storage', () => {
    const forbidden = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
    const service = new ThemeService();
    const theme = service.setup({
      http: httpServiceMock.createSetupContract(),
      uiSettings: uiSettingsServiceMock.createSetupContract(),
      injectedMetadata: injectedMetadataServiceMock.createSetupContract(),
      storage: { getItem: forbidden, setItem: forbidden },
    });
    expect(() => theme.setDarkMode(true)).not.toThrow();
    expect(service.start()).toBe(theme);
    expect(() => new ThemeService().start()).toThrow(/setup\(\) must be invoked/);
  });
});

describe('CoreContext and the mount helpers', () => {
  function Facts() {
    const { colorMode } = useEuiTheme();
    const breakpoint = useCurrentEuiBreakpoint();
    return (
      <p>
        {colorMode} {String(useCoreTheme().darkMode)} {breakpoint !== undefined && 'sized'}
      </p>
    );
  }

  it('give every root the theme, breakpoints, and changes of the theme', async () => {
    const element = document.createElement('div');
    document.body.append(element);
    let unmount!: () => void;
    act(() => {
      unmount = renderApp(element, <Facts />);
    });
    expect(element).toHaveTextContent('LIGHT false sized');
    act(() => currentTheme$.next({ darkMode: true }));
    expect(element).toHaveTextContent('DARK true sized');
    act(() => unmount());
    unmount();
    await settle();
    expect(element).toBeEmptyDOMElement();
  });

  it('serve the design system’s flyout without its own provider', () => {
    render(
      <CoreContext>
        <EuiFlyout onClose={() => undefined} aria-label="flyout">
          inside
        </EuiFlyout>
      </CoreContext>
    );
    expect(screen.getByRole('dialog')).toHaveTextContent('inside');
  });

  it('wrap mount points: run once, again for another function, class name as told', async () => {
    const unmountA = jest.fn();
    const mountA = jest.fn(() => unmountA);
    const mountB = mountReactNode(<b>from react</b>);
    const { container, rerender, unmount } = render(<MountWrapper mount={mountA} />);
    rerender(<MountWrapper mount={mountA} />);
    expect(mountA).toHaveBeenCalledTimes(1);
    expect(container.firstChild).toHaveClass('kbnMountWrapper');
    rerender(<MountWrapper mount={mountB} className="other" />);
    await settle();
    expect(unmountA).toHaveBeenCalledTimes(1);
    expect(container.firstChild).toHaveClass('other');
    expect(container).toHaveTextContent('from react');
    unmount();
    await settle();
  });

  it('read streams: the initial value, then the latest; unsubscribed with the component', () => {
    const source$ = new BehaviorSubject('one');
    const Reader = () => <p>{useObservable(source$, 'zero')}</p>;
    const { container, unmount } = render(<Reader />);
    expect(container).toHaveTextContent('one');
    act(() => source$.next('two'));
    expect(container).toHaveTextContent('two');
    unmount();
    expect(source$.observed).toBe(false);
  });
});

describe('small utilities', () => {
  it('withTimeout rejects late promises and leaves no timer', async () => {
    jest.useFakeTimers();
    const late = expect(withTimeout(new Promise(() => undefined), 100, 'too late')).rejects.toThrow(
      'too late'
    );
    await jest.advanceTimersByTimeAsync(100);
    await late;
    await expect(withTimeout(Promise.resolve(1), 100, 'x')).resolves.toBe(1);
    await expect(withTimeout(Promise.reject(new Error('own')), 100, 'x')).rejects.toThrow('own');
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  it('deepFreeze freezes arrays and survives cycles', () => {
    const value: Record<string, unknown> = { list: [{ a: 1 }] };
    value['self'] = value;
    deepFreeze(value);
    expect(() => Object.assign((value['list'] as object[])[0]!, { a: 2 })).toThrow(TypeError);
  });

  it('shareWeakReplay replays while subscribed and starts anew afterwards', () => {
    let subscriptions = 0;
    const source$ = new Observable<number>((subscriber) => {
      subscriptions++;
      subscriber.next(subscriptions);
    });
    const weak$ = source$.pipe(shareWeakReplay(1));
    const seen: number[] = [];
    const first = weak$.subscribe((n) => seen.push(n));
    const second = weak$.subscribe((n) => seen.push(n * 10));
    expect(seen).toEqual([1, 10]);
    first.unsubscribe();
    second.unsubscribe();
    weak$.subscribe((n) => seen.push(n)).unsubscribe();
    expect(seen).toEqual([1, 10, 2]);
    const done: string[] = [];
    const finite$ = of('x').pipe(shareWeakReplay());
    finite$.subscribe((v) => done.push(v));
    finite$.subscribe((v) => done.push(v));
    expect(done).toEqual(['x', 'x']);
  });

  it('shareWeakReplay leaves the source with the last subscriber, and asks again after an error', () => {
    const source$ = new Subject<number>();
    const weak$ = source$.pipe(shareWeakReplay(1));
    const first = weak$.subscribe();
    const second = weak$.subscribe();
    first.unsubscribe();
    expect(source$.observed).toBe(true);
    second.unsubscribe();
    expect(source$.observed).toBe(false);

    let subscriptions = 0;
    const failing$ = new Observable<number>((subscriber) => {
      subscriptions++;
      subscriber.error(new Error('source broke'));
    }).pipe(shareWeakReplay());
    const onError = jest.fn();
    failing$.subscribe({ error: onError });
    failing$.subscribe({ error: onError });
    expect(onError.mock.calls).toEqual([[new Error('source broke')], [new Error('source broke')]]);
    expect(subscriptions).toBe(2);
  });
});

describe('IntegrationsService', () => {
  /** What an app gets that imports moment. */
  const importMoment = () =>
    jest.requireActual<typeof momentTimezone>('../../../dev/webpack/shims/moment');

  const start = () => {
    const settings: Record<string, BehaviorSubject<unknown>> = {
      'dateFormat:tz': new BehaviorSubject<unknown>('Browser'),
      'dateFormat:dow': new BehaviorSubject<unknown>('Sunday'),
      'accessibility:disableAnimations': new BehaviorSubject<unknown>(false),
    };
    const uiSettings = uiSettingsServiceMock.createSetupContract();
    uiSettings.get$.mockImplementation(((key: string) => settings[key]) as never);
    const service = new IntegrationsService();
    service.setup();
    return { service, settings, integrations: service.start({ uiSettings }) };
  };

  it('stops animations while the setting says so', () => {
    const { service, settings } = start();
    const css = () => document.querySelector('head > style#disableAnimationsCss')?.textContent;
    expect(css()).toBe('');
    settings['accessibility:disableAnimations']!.next(true);
    expect(css()).toMatch(/:not\(\.essentialAnimation\)[^]*animation-duration: 0s !important/);
    settings['accessibility:disableAnimations']!.next(false);
    expect(css()).toBe('');
    service.stop();
    expect(settings['accessibility:disableAnimations']!.observed).toBe(false);
  });

  it("puts dates into the page's language, where weeks begin as the setting says in English", async () => {
    setTranslations({ locale: 'de', messages: {} });
    const { service, settings, integrations } = start();
    await integrations.loadDates();
    const moment = importMoment();
    expect(moment('2026-03-01').format('D. MMMM')).toBe('1. März');
    settings['dateFormat:dow']!.next('Tuesday');
    expect(moment.localeData().firstDayOfWeek()).toBe(2);
    setTranslations({ locale: 'xx', messages: {} });
    await loadMomentLocale();
    expect(moment.locale()).toBe('de');
    setTranslations();
    moment.locale('en');
    service.stop();
  });

  it.each(['before', 'after'])(
    'has moment follow the settings, live, when it came %s',
    async (when) => {
      jest.resetModules();
      delete (globalThis as { __sdMoment__?: unknown }).__sdMoment__;
      let moment = when === 'before' ? importMoment() : undefined;
      const { service, settings, integrations } = start();
      await Promise.all([integrations.loadDates(), integrations.loadDates()]);
      expect(settings['dateFormat:tz']!.observed).toBe(when === 'before');
      moment ??= importMoment();
      const setDefault = jest.spyOn(moment.tz, 'setDefault');
      settings['dateFormat:tz']!.next('Europe/Berlin');
      settings['dateFormat:tz']!.next('Mars/Base');
      settings['dateFormat:tz']!.next('Asia/Tokyo');
      expect(setDefault.mock.calls.flat()).toEqual(['Europe/Berlin', 'Asia/Tokyo']);
      settings['dateFormat:dow']!.next('Monday');
      expect(moment.localeData().firstDayOfWeek()).toBe(1);
      settings['dateFormat:dow']!.next('Nonday');
      expect(moment.localeData().firstDayOfWeek()).toBe(1);
      settings['dateFormat:dow']!.next('Sunday');
      service.stop();
      expect(settings['dateFormat:tz']!.observed).toBe(false);
      moment.tz.setDefault();
    }
  );
});
