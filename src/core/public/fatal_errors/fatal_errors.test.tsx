import { act, fireEvent, render, screen } from '@testing-library/react';
import { ReplaySubject } from 'rxjs';
import { allowConsole } from '../../../../test/helpers/console_guard';
import { injectedMetadataServiceMock } from '../mocks';
import { FatalErrorsScreen, FatalErrorsService, getErrorInfo } from './fatal_errors_service';
import type { FatalErrorInfo } from './types';

describe('getErrorInfo', () => {
  // @spec 11/5
  it.each<[string, unknown, string | undefined, string]>([
    ['a string', 'some text', undefined, 'some text'],
    ['undefined', undefined, undefined, 'undefined'],
    ['null', null, undefined, 'null'],
    ['an error', new Error('wrong'), undefined, 'wrong'],
    ['a source', new Error('wrong'), 'where', 'where: wrong'],
    [
      'a server body',
      Object.assign(new Error('Bad'), { body: { message: 'said' } }),
      undefined,
      'said',
    ],
    [
      'causes of the search engine',
      { resp: { error: { root_cause: [{ reason: 'one' }, { reason: 'two' }] } } },
      undefined,
      'one\ntwo',
    ],
    ['an object', { a: 1 }, undefined, '{\n  "a": 1\n}'],
    ['an empty message', new Error(''), undefined, ''],
  ])('extracts the message of %s', (_what, error, source, message) => {
    expect(getErrorInfo(error, source).message).toBe(message);
  });

  // @spec 11/6
  it('prepends the message to a stack that lacks it', () => {
    const error = new Error('wrong');
    error.stack = 'at somewhere';
    expect(getErrorInfo(error).stack).toBe('Error: wrong\nat somewhere');
    error.stack = 'Error: wrong\nat somewhere';
    expect(getErrorInfo(error).stack).toBe('Error: wrong\nat somewhere');
    expect(getErrorInfo('text').stack).toBeUndefined();
  });

  it('inspects values that cannot be serialized as JSON', () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    expect(getErrorInfo(circular).message).toBe('[object Object]');
  });
});

describe('FatalErrorsService', () => {
  const setUp = () => {
    const root = document.createElement('div');
    root.innerHTML = '<p>the page</p>';
    document.body.replaceChildren(root);
    const onFirstError = jest.fn();
    const service = new FatalErrorsService(root, onFirstError);
    const contract = service.setup({
      injectedMetadata: injectedMetadataServiceMock.createSetupContract({
        version: '7.10.0',
        buildNumber: 42,
      }),
    });
    return { root, onFirstError, service, contract };
  };

  beforeEach(() => allowConsole(/went wrong|promise broke/));

  // @spec 2.2/6, 11/1, 11/3
  it('shows the screen once, stops the core first, appends later errors, and always rethrows', () => {
    const { root, onFirstError, contract, service } = setUp();
    const first = new Error('first went wrong');
    onFirstError.mockImplementation(() => expect(root.textContent).toBe('the page'));
    act(() => expect(() => contract.add(first)).toThrow(first));
    expect(root.children).toHaveLength(1);
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeInTheDocument();
    act(() => expect(() => contract.add('second', 'source')).toThrow('second'));
    expect(onFirstError).toHaveBeenCalledTimes(1);
    const headings = screen.getAllByRole('heading', { level: 2 }).map((h) => h.textContent);
    expect(headings).toEqual(['first went wrong', 'source: second']);
    expect(service.start()).toBe(contract);
    service.stop();
  });

  // @spec 11/2
  it('logs errors with their stack, but not texts', () => {
    const { contract, service } = setUp();
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const error = new Error('went wrong');
    act(() => {
      expect(() => contract.add(error)).toThrow(error);
      expect(() => contract.add('text')).toThrow('text');
    });
    expect(log.mock.calls).toEqual([[error]]);
    service.stop();
  });

  // @spec 11/4
  it('replays all errors, and nothing before the first', () => {
    const { contract, service } = setUp();
    const early: FatalErrorInfo[] = [];
    contract.get$().subscribe((info) => early.push(info));
    expect(early).toEqual([]);
    act(() => {
      expect(() => contract.add('one')).toThrow();
      expect(() => contract.add('two')).toThrow();
    });
    const late: string[] = [];
    contract.get$().subscribe(({ message }) => late.push(message));
    expect(late).toEqual(['one', 'two']);
    expect(early).toHaveLength(2);
    service.stop();
  });

  // @spec 11/7
  it('only logs unhandled rejections', () => {
    const { root, service } = setUp();
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const reason = new Error('promise broke');
    const rejection = () =>
      window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
    rejection();
    expect(log).toHaveBeenCalledWith('Detected an unhandled Promise rejection.', reason);
    expect(root.textContent).toBe('the page');
    service.stop();
    rejection();
    expect(log).toHaveBeenCalledTimes(1);
  });

  // @spec 8/36
  it('throws if start runs before setup', () => {
    expect(() => new FatalErrorsService(document.body, jest.fn()).start()).toThrow(
      'FatalErrorsService#setup() must be invoked before start.'
    );
  });
});

describe('FatalErrorsScreen', () => {
  const renderScreen = () => {
    const order: string[] = [];
    const win = Object.assign(new EventTarget(), {
      localStorage: { clear: () => order.push('local') },
      sessionStorage: { clear: () => order.push('session') },
      location: {
        reload: () => order.push('reload'),
        set hash(value: string) {
          order.push(`hash "${value}"`);
        },
      },
      history: { back: () => order.push('back') },
    });
    const errorInfo$ = new ReplaySubject<FatalErrorInfo>();
    errorInfo$.next({ message: 'broken', stack: 'Error: broken\nat here' });
    const view = render(
      <FatalErrorsScreen
        errorInfo$={errorInfo$}
        version="7.10.0"
        buildNumber={42}
        win={win as never}
      />
    );
    return { order, win, view };
  };

  it('shows what happened and what to do', () => {
    renderScreen();
    expect(
      screen.getByText(
        "Try refreshing the page. If that doesn't work, go back to the previous page or clear your session data."
      )
    ).toBeInTheDocument();
    const details = screen.getByRole('alert').querySelector('pre');
    expect(details?.textContent).toBe('Version: 7.10.0\nBuild: 42\nError: broken\nat here');
  });

  // @spec 11/8
  it('clears the session: both storages and the hash, then reloads', () => {
    const { order } = renderScreen();
    const button = screen.getByRole('button', { name: 'Clear your session' });
    expect(button).toHaveAttribute('data-test-subj', 'clearSession');
    fireEvent.click(button);
    expect(order).toEqual(['local', 'session', 'hash ""', 'reload']);
  });

  // @spec 11/9
  it('navigates back', () => {
    const { order } = renderScreen();
    const button = screen.getByRole('button', { name: 'Go back' });
    expect(button).toHaveAttribute('data-test-subj', 'goBack');
    fireEvent.click(button);
    expect(order).toEqual(['back']);
  });

  // @spec 11/10
  it('reloads on a hash change while it is shown', () => {
    const { order, win, view } = renderScreen();
    win.dispatchEvent(new Event('hashchange'));
    view.unmount();
    win.dispatchEvent(new Event('hashchange'));
    expect(order).toEqual(['reload']);
  });

  it('clears what it can if the browser blocks storage', () => {
    allowConsole(/Browser storage cannot be cleared/);
    const { order, win } = renderScreen();
    Object.defineProperty(win, 'localStorage', {
      get: () => {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Clear your session' }));
    expect(order).toEqual(['session', 'hash ""', 'reload']);
  });
});
