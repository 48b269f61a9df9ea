import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Subject } from 'rxjs';
import {
  injectedMetadataServiceMock,
  i18nServiceMock,
  overlayServiceMock,
  uiSettingsServiceMock,
} from '../mocks';
import type { MountPoint } from '../types';
import { NotificationsService, ToastsApi } from './notifications_service';
import type { Toast } from './types';
import { describeError } from './ui/error_toast';

/** Slow machines need more time. */
jest.setTimeout(30_000);

const LIFETIMES: Record<string, number> = {
  'notifications:lifetime:info': 5000,
  'notifications:lifetime:warning': 10000,
  'notifications:lifetime:error': 300000,
};

function settings() {
  const uiSettings = uiSettingsServiceMock.createSetupContract();
  uiSettings.get.mockImplementation(((key: string) => LIFETIMES[key]) as never);
  const errors$ = new Subject<Error>();
  uiSettings.getUpdateErrors$.mockReturnValue(errors$);
  return { uiSettings, errors$ };
}

describe('ToastsApi', () => {
  function setup() {
    const toasts = new ToastsApi(settings().uiSettings);
    const emitted: Toast[][] = [];
    toasts.get$().subscribe((list) => emitted.push(list));
    return { toasts, emitted };
  }

  // @spec 7/43, 7/47
  it('generates ids from 0, keeps given ones, and returns the object from the list', () => {
    const { toasts, emitted } = setup();
    const first = toasts.add({ title: 'a' });
    const second = toasts.add('b');
    const third = toasts.add({ id: 'mine', title: 'c' });
    expect([first.id, second.id, third.id]).toEqual(['0', '1', 'mine']);
    expect(second.title).toBe('b');
    expect(emitted.at(-1)).toEqual([first, second, third]);
    expect(emitted.at(-1)![0]).toBe(first);
  });

  it.each([NaN, -1, 'soon', undefined])(
    'uses the default lifetime if the setting is %p',
    (value) => {
      const { uiSettings } = settings();
      uiSettings.get.mockImplementation((() => value) as never);
      const toasts = new ToastsApi(uiSettings);
      expect(toasts.addInfo('a').toastLifeTimeMs).toBe(5_000);
      expect(toasts.addDanger('b').toastLifeTimeMs).toBe(10_000);
      expect(toasts.addError(new Error('c'), { title: 'c' }).toastLifeTimeMs).toBe(300_000);
    }
  );

  // @spec 7/46
  it('emits a new array for each change, and replays', () => {
    const { toasts, emitted } = setup();
    const toast = toasts.add('a');
    toasts.remove(toast);
    expect(emitted).toEqual([[], [toast], []]);
    expect(new Set(emitted).size).toBe(3);
    toasts.add('b');
    const late = jest.fn();
    toasts.get$().subscribe(late);
    expect(late).toHaveBeenCalledWith([expect.objectContaining({ title: 'b' })]);
  });

  // @spec 7/48
  it('returns the existing toast for a duplicate id, without emitting', () => {
    const { toasts, emitted } = setup();
    const toast = toasts.add({ id: 'x', title: 'first' });
    expect(toasts.add({ id: 'x', title: 'second' })).toBe(toast);
    expect(emitted).toHaveLength(2);
  });

  // @spec 7/49
  it('ignores the removal of an unknown toast', () => {
    const { toasts, emitted } = setup();
    const toast = toasts.add('a');
    toasts.remove('unknown');
    toasts.remove(toast.id);
    toasts.remove(toast);
    expect(emitted).toHaveLength(3);
  });

  // @spec 7/44
  it.each([
    ['add', undefined, undefined, 5000],
    ['addInfo', 'primary', 'info', 5000],
    ['addSuccess', 'success', 'check', 5000],
    ['addWarning', 'warning', 'question', 10000],
    ['addDanger', 'danger', 'warning', 10000],
  ] as const)('sets color, icon and lifetime in %s', (method, color, iconType, toastLifeTimeMs) => {
    const toast = setup().toasts[method]('hello');
    expect(toast).toMatchObject({ title: 'hello', toastLifeTimeMs });
    expect([toast.color, toast.iconType]).toEqual([color, iconType]);
  });

  // @spec 7/45
  it('prefers input fields over defaults, and options over both', () => {
    const { toasts } = setup();
    expect(toasts.addSuccess({ title: 'a', color: 'danger', toastLifeTimeMs: 1 })).toMatchObject({
      color: 'danger',
      iconType: 'check',
      toastLifeTimeMs: 1,
    });
    expect(
      toasts.addSuccess({ title: 'a', toastLifeTimeMs: 1 }, { toastLifeTimeMs: 2 }).toastLifeTimeMs
    ).toBe(2);
    expect(toasts.addError(new Error('x'), { title: 't' })).toMatchObject({
      title: 't',
      color: 'danger',
      iconType: 'warning',
      toastLifeTimeMs: 300000,
    });
    expect(
      toasts.addError(new Error('x'), { title: 't', toastLifeTimeMs: 3 }).toastLifeTimeMs
    ).toBe(3);
  });
});

describe('describeError', () => {
  it('returns cause, an empty line and the stack, or the available parts', () => {
    const error = Object.assign(new Error('x'), {
      stack: 'the stack',
      body: { attributes: { error: { caused_by: { type: 'a_type', reason: 'a reason' } } } },
    });
    expect(describeError(error)).toBe('a_type\na reason\n\nthe stack');
    expect(describeError(Object.assign(new Error('x'), { stack: 'the stack' }))).toBe('the stack');
  });
});

describe('NotificationsService', () => {
  function setup() {
    const { uiSettings, errors$ } = settings();
    const service = new NotificationsService();
    const { toasts } = service.setup({ uiSettings });
    const targetDomElement = document.body.appendChild(document.createElement('div'));
    const overlays = overlayServiceMock.createStartContract();
    const start = () =>
      service.start({
        i18n: i18nServiceMock.createStartContract(),
        overlays,
        targetDomElement,
        injectedMetadata: injectedMetadataServiceMock.createSetupContract(),
      });
    return { service, toasts, errors$, start, overlays, targetDomElement };
  }
  const list = () => screen.findByRole('log', { name: 'Notification message list' });

  it('provides the same toasts at setup and start, and requires setup first', () => {
    const { toasts, start } = setup();
    expect(start().toasts).toBe(toasts);
    expect(() => new NotificationsService().start({} as never)).toThrow(
      'setup() must be invoked before start'
    );
  });

  it('shows texts and mount points, and unmounts them with the toast', async () => {
    const { toasts, start, service } = setup();
    start();
    const unmount = jest.fn();
    const mount: MountPoint = (element) => {
      element.textContent = 'mounted title';
      return unmount;
    };
    let toast!: Toast;
    act(() => {
      toast = toasts.add({ title: mount, text: 'plain text', 'data-test-subj': 'myToast' });
    });
    expect(await list()).toHaveAttribute('data-test-subj', 'globalToastList');
    expect(await screen.findByText('mounted title')).toBeVisible();
    expect(screen.getByText('plain text')).toBeVisible();
    act(() => toasts.remove(toast));
    await waitFor(() => expect(screen.queryByText('mounted title')).toBeNull());
    expect(unmount).toHaveBeenCalledTimes(1);
    await act(async () => service.stop());
  });

  it('removes a toast at the end of its lifetime, unless that is infinite', async () => {
    const { toasts, start, service } = setup();
    start();
    act(() => {
      toasts.add({ title: 'endless', toastLifeTimeMs: Infinity });
      toasts.add({ title: 'brief', toastLifeTimeMs: 20 });
    });
    await screen.findByText('brief');
    await waitFor(() => expect(screen.queryByText('brief')).toBeNull());
    expect(screen.getByText('endless')).toBeVisible();
    await act(async () => service.stop());
  });

  // @spec 7/52
  it('reports settings that could not be saved', () => {
    const { toasts, errors$ } = setup();
    errors$.next(new Error('no space'));
    let current: Toast[] = [];
    toasts
      .get$()
      .subscribe((list) => (current = list))
      .unsubscribe();
    expect(current).toMatchObject([
      { title: 'Unable to update UI setting', text: 'no space', color: 'danger' },
    ]);
  });

  it('shows the message of an error, and the full error on request', async () => {
    const { toasts, start, overlays, service } = setup();
    start();
    const close = jest.fn(async () => undefined);
    overlays.openModal.mockReturnValue({ onClose: Promise.resolve(), close });
    act(
      () =>
        void toasts.addError(Object.assign(new Error('it broke'), { stack: 'stack line' }), {
          title: 'Saving failed',
        })
    );
    const toast = within(await list());
    expect(await toast.findByText('it broke')).toHaveAttribute(
      'data-test-subj',
      'errorToastMessage'
    );
    await userEvent.click(toast.getByRole('button', { name: 'See the full error' }));
    const [mount] = overlays.openModal.mock.calls[0]!;
    const modal = document.body.appendChild(document.createElement('div'));
    let unmount!: () => void;
    act(() => {
      unmount = mount(modal);
    });
    const inModal = within(modal);
    expect(await inModal.findByText('Saving failed')).toBeVisible();
    expect(inModal.getByText('it broke')).toBeVisible();
    expect(inModal.getByText(/stack line/)).toBeVisible();
    await userEvent.click(inModal.getByRole('button', { name: 'Close' }));
    expect(close).toHaveBeenCalledTimes(1);
    await act(async () => unmount());
    await act(async () => service.stop());
  });

  it('renders a list whose own lifetime does not end', async () => {
    const { toasts, start, service } = setup();
    start();
    await act(async () => void toasts.add({ title: 'first' }));
    await screen.findByText('first');
    jest.useFakeTimers();
    try {
      act(() => void toasts.add({ title: 'stays', toastLifeTimeMs: undefined }));
      await act(() => jest.advanceTimersByTimeAsync(60 * 60 * 1000));
      expect(screen.getByText('stays')).toBeVisible();
    } finally {
      jest.useRealTimers();
    }
    await act(async () => service.stop());
  });

  // @spec 8/35
  it('prefers the given message, and cannot open the modal before start', async () => {
    const { toasts } = setup();
    const { text } = toasts.addError(new Error('technical'), {
      title: 't',
      toastMessage: 'friendly',
    });
    render(<div ref={(element) => void (element && (text as MountPoint)(element))} />);
    expect(await screen.findByText('friendly')).toBeVisible();
    const thrown: unknown[] = [];
    const onError = (event: ErrorEvent) => {
      event.preventDefault();
      thrown.push(event.error);
    };
    window.addEventListener('error', onError);
    await userEvent.click(screen.getByRole('button', { name: 'See the full error' }));
    window.removeEventListener('error', onError);
    expect(thrown).toContainEqual(new Error('Modal opened before ToastService was started.'));
  });

  // @spec 7/53
  it('empties the target on stop, which is safe at any time', async () => {
    const { toasts, start, service, targetDomElement } = setup();
    start();
    act(() => void toasts.add('bye'));
    await screen.findByText('bye');
    await act(async () => service.stop());
    expect(targetDomElement).toBeEmptyDOMElement();
    expect(() => new NotificationsService().stop()).not.toThrow();
  });

  it('downloads nothing for a page without toasts, and unsubscribes on stop', async () => {
    const { toasts, start, service, targetDomElement } = setup();
    start();
    service.stop();
    toasts.add('late');
    await new Promise((resolve) => setTimeout(resolve));
    expect(targetDomElement).toBeEmptyDOMElement();
  });
});
