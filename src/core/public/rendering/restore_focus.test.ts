import { FOCUS_SETTLE_MS, restoreLostFocus } from './shell';

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
