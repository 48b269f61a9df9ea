/** Everything that touches the page: rendering, theme, React mount helpers, integrations. */
import { EuiText } from '@elastic/eui';
import { act, render, screen } from '@testing-library/react';
import { BehaviorSubject, Subject } from 'rxjs';
import { getEmotionCache, insertStyle, installCspNonce } from '../csp_nonce';
import {
  applicationServiceMock,
  chromeServiceMock,
  httpServiceMock,
  injectedMetadataServiceMock,
  overlayServiceMock,
  uiSettingsServiceMock,
} from '../mocks';
import { CoreContext, ThemeService } from '../theme';
import { currentTheme$ } from '../theme/current_theme';
import { THEME_STORAGE_KEY } from '../theme/theme_service';
import { RenderingService } from './rendering_service';
import { FOCUS_SETTLE_MS, restoreLostFocus } from './shell';

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

  // @spec 16/2
  it('renders header, banners and app in the documented structure', async () => {
    const { targetDomElement } = await start();
    const content = targetDomElement.querySelector('div.content[data-test-subj="kibanaChrome"]')!;
    expect(content.firstElementChild).toHaveTextContent('the header');
    const panel = content.querySelector('div.app-wrapper#app-wrapper > div.app-wrapper-panel')!;
    expect(panel.querySelector(':scope > #globalBannerList')).toHaveTextContent('the banners');
    expect(panel.querySelector(':scope > .application')).toHaveTextContent('the app');
    expect(screen.getByRole('main')).toBe(panel.querySelector('.application'));
  });

  it('shows the banners at the top, above the app', async () => {
    const { targetDomElement } = await start();
    const panel = targetDomElement.querySelector('.app-wrapper-panel')!;
    expect([...panel.children].map(({ id }) => id)).toEqual(['globalBannerList', 'app-main']);
  });

  it('fades the spinner of a mounting app in over 2 seconds, invisible until halfway', async () => {
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

  // @spec 16/1
  it('marks the wrapper while the chrome is hidden, and applies application classes', async () => {
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

describe('the CSP nonce', () => {
  it('is set on every style element that scripts insert', () => {
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
    tag = 'v8light' as 'v8light' | 'v8dark',
    isOverridden = false,
    isAnonymous = false,
    personal = undefined as boolean | undefined,
  } = {}) => {
    const uiSettings = uiSettingsServiceMock.createSetupContract();
    const update$ = new Subject<{ key: string; newValue: unknown; oldValue: unknown }>();
    const state = { setting: personal ?? setting };
    uiSettings.get.mockImplementation((() => state.setting) as never);
    uiSettings.getPersonal.mockReturnValue(personal);
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
    const recorded: boolean[] = [];
    theme.theme$.subscribe(({ darkMode }) => recorded.push(darkMode));
    const update = (value: boolean) => {
      state.setting = value;
      update$.next({ key: 'theme:darkMode', newValue: value, oldValue: !value });
    };
    return { service, theme, uiSettings, storage, seen: recorded, update, update$ };
  };

  it.each([
    [{ setting: true }, true],
    [{ setting: false, stored: 'true' }, true],
    [{ setting: true, stored: 'false' }, false],
    [{ setting: true, stored: 'rubbish' }, true],
    [{ setting: false, stored: 'true', isOverridden: true }, false],
    [{ setting: true, stored: 'true', personal: false }, false],
  ])("uses the personal choice, else the device's, else the setting: %j", (options, expected) => {
    expect(setUp(options).seen).toEqual([expected]);
    expect(document.documentElement.dataset['theme']).toBe(expected ? 'dark' : 'light');
    expect(document.documentElement.style.colorScheme).toBe(expected ? 'dark' : 'light');
  });

  it('switches immediately, and stores the choice on the device and for the user', () => {
    const { theme, seen: recorded, storage, uiSettings } = setUp();
    theme.setDarkMode(true);
    theme.setDarkMode(true);
    expect(recorded).toEqual([false, true]);
    expect(storage.setItem).toHaveBeenLastCalledWith(THEME_STORAGE_KEY, 'true');
    expect(uiSettings.setPersonal).toHaveBeenLastCalledWith({ 'theme:darkMode': true });
    expect(uiSettings.set).not.toHaveBeenCalled();
    expect((window as unknown as Record<string, unknown>)['__kbnThemeTag__']).toBe('v8dark');
  });

  it("keeps the device's choice if the server rejects the change", async () => {
    const { theme, seen: recorded, uiSettings, update } = setUp();
    uiSettings.setPersonal.mockImplementation(async () => {
      update(true);
      await Promise.resolve();
      update(false);
      return false;
    });
    theme.setDarkMode(true);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(recorded).toEqual([false, true]);
  });

  it('follows changes of the setting from elsewhere, until stop', () => {
    const { seen: recorded, update, update$, storage, service } = setUp({ stored: 'false' });
    update$.next({ key: 'other', newValue: 1, oldValue: 2 });
    update(true);
    expect(storage.setItem).toHaveBeenLastCalledWith(THEME_STORAGE_KEY, 'true');
    service.stop();
    update(false);
    expect(recorded).toEqual([false, true]);
    expect(update$.observed).toBe(false);
  });

  it('reverts to the tenant’s setting when the personal choice from page load is removed', () => {
    const {
      uiSettings,
      update$,
      seen: recorded,
      storage,
    } = setUp({ tag: 'v8dark', personal: true });
    // Like the real client: the given default replaces the declared one.
    uiSettings.get.mockImplementation(((_key: string, fallback = false) => fallback) as never);
    update$.next({ key: 'theme:darkMode', newValue: false, oldValue: true });
    expect(recorded).toEqual([true, false]);
    expect(storage.setItem).toHaveBeenLastCalledWith(THEME_STORAGE_KEY, 'false');
  });

  it('saves no settings on anonymous pages, and changes nothing that the server overrides', () => {
    const anonymous = setUp({ isAnonymous: true });
    anonymous.theme.setDarkMode(true);
    expect(anonymous.uiSettings.setPersonal).not.toHaveBeenCalled();
    expect(anonymous.seen).toEqual([false, true]);
    anonymous.service.stop();
    const overridden = setUp({ isOverridden: true });
    overridden.theme.setDarkMode(true);
    expect(overridden.seen).toEqual([false]);
  });

  it('works without storage', () => {
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

describe('restoreLostFocus', () => {
  let main: HTMLElement;
  let stop: () => void;

  beforeEach(() => {
    jest.useFakeTimers();
    document.body.innerHTML =
      '<main tabindex="-1"><div id="list"><div><button id="a">A</button></div>' +
      '<button id="b">B</button></div></main><div role="dialog"><button id="c">C</button></div>';
    main = document.querySelector('main')!;
    stop = restoreLostFocus(main);
  });
  afterEach(() => {
    stop();
    jest.useRealTimers();
  });

  const element = (id: string) => document.getElementById(id)!;
  /** Observers run before timers. */
  const settle = async () => {
    await Promise.resolve();
    jest.advanceTimersByTime(FOCUS_SETTLE_MS);
  };

  it('focuses the container of a removed element', async () => {
    element('a').focus();
    element('a').parentElement!.remove();
    expect(document.body).toHaveFocus();
    await settle();
    expect(element('list')).toHaveFocus();
    element('b').focus();
    expect(element('list')).not.toHaveAttribute('tabindex');
  });

  it('focuses the region if nothing else is left', async () => {
    element('a').focus();
    main.replaceChildren();
    await settle();
    expect(main).toHaveFocus();
    expect(main).toHaveAttribute('tabindex', '-1');
  });

  it('restores the focus when a dialog closes whose opener was removed', async () => {
    element('a').focus();
    element('c').focus();
    element('a').remove();
    element('c').remove();
    await settle();
    expect(main.contains(document.activeElement)).toBe(true);
  });

  it('leaves the focus alone if it was moved, or was nowhere before', async () => {
    element('b').remove();
    await settle();
    expect(document.body).toHaveFocus();
    element('a').focus();
    element('a').parentElement!.remove();
    element('c').focus();
    await settle();
    expect(element('c')).toHaveFocus();
  });

  it('stops when the region is no longer watched', async () => {
    element('a').focus();
    element('a').remove();
    stop();
    await settle();
    expect(document.body).toHaveFocus();
  });
});
