/** Mount points of plugins, and their surroundings in the page. */
import { EuiFlyout, useCurrentEuiBreakpoint, useEuiTheme } from '@elastic/eui';
import { act, render, screen } from '@testing-library/react';
import type momentTimezone from 'moment-timezone';
import { BehaviorSubject, Observable, of, Subject } from 'rxjs';
import { setTranslations } from '../i18n/translator';
import { loadMomentLocale } from '../integrations/date_integration';
import { IntegrationsService } from '../integrations';
import { uiSettingsServiceMock } from '../mocks';
import { CoreContext, useCoreTheme } from '../theme';
import { mountReactNode, renderApp } from '../theme/render_app';
import { currentTheme$ } from '../theme/current_theme';
import { deepFreeze, MountWrapper, shareWeakReplay, useObservable, withTimeout } from '../utils';

const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 0))));

afterEach(async () => {
  await settle();
  document.body.replaceChildren();
  act(() => currentTheme$.next({ darkMode: false }));
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

  it('provide the theme, breakpoints and theme changes to every root', async () => {
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

  it('support the design system’s flyout without its own provider', () => {
    render(
      <CoreContext>
        <EuiFlyout onClose={() => undefined} aria-label="flyout">
          inside
        </EuiFlyout>
      </CoreContext>
    );
    expect(screen.getByRole('dialog')).toHaveTextContent('inside');
  });

  // @spec 19/1
  it('wrap mount points: run once, again for another function, with the given class name', async () => {
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

  it('read streams: the initial value, then the latest; unsubscribed on unmount', () => {
    const source$ = new Subject<string>();
    const Reader = () => <p>{useObservable(source$, 'zero')}</p>;
    const { container, unmount } = render(<Reader />);
    expect(container).toHaveTextContent('zero');
    act(() => source$.next('two'));
    expect(container).toHaveTextContent('two');
    unmount();
    expect(source$.observed).toBe(false);
  });

  it('use the current value of a stream in the first rendering, to avoid layout shifts', () => {
    const source$ = new BehaviorSubject('one');
    const drawn: string[] = [];
    const Reader = () => {
      const value = useObservable(source$, 'zero');
      drawn.push(value);
      return <p>{value}</p>;
    };
    render(<Reader />);
    expect(drawn).toEqual(['one']);
  });
});

describe('utility functions', () => {
  // @spec 19/4
  it('withTimeout rejects late promises and clears its timer', async () => {
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

  // @spec 19/5
  it('deepFreeze freezes arrays and handles cycles', () => {
    const value: Record<string, unknown> = { list: [{ a: 1 }] };
    value['self'] = value;
    deepFreeze(value);
    expect(() => Object.assign((value['list'] as object[])[0]!, { a: 2 })).toThrow(TypeError);
  });

  // @spec 19/2
  it('shareWeakReplay replays while subscribed and resubscribes afterwards', () => {
    let subscriptions = 0;
    const source$ = new Observable<number>((subscriber) => {
      subscriptions++;
      subscriber.next(subscriptions);
    });
    const weak$ = source$.pipe(shareWeakReplay(1));
    const recorded: number[] = [];
    const first = weak$.subscribe((n) => recorded.push(n));
    const second = weak$.subscribe((n) => recorded.push(n * 10));
    expect(recorded).toEqual([1, 10]);
    first.unsubscribe();
    second.unsubscribe();
    weak$.subscribe((n) => recorded.push(n)).unsubscribe();
    expect(recorded).toEqual([1, 10, 2]);
    const done: string[] = [];
    const finite$ = of('x').pipe(shareWeakReplay());
    finite$.subscribe((v) => done.push(v));
    finite$.subscribe((v) => done.push(v));
    expect(done).toEqual(['x', 'x']);
  });

  // @spec 19/3
  it('shareWeakReplay unsubscribes with the last subscriber, and resubscribes after an error', () => {
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
  /** Loads moment as an app that imports it does. */
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

  // @spec 18/2
  it('disables animations while the setting is on', () => {
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

  it("formats dates in the page's language, with weeks starting as set by an English weekday name", async () => {
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

  // @spec 18/1: IntegrationsService › applies the settings to moment, including later changes, if moment loaded before
  it.each(['before', 'after'])(
    'applies the settings to moment, including later changes, if moment loaded %s',
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
