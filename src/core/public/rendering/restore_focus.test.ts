import { FOCUS_SETTLE_MS, restoreLostFocus } from './shell';

describe('keepFocus', () => {
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

  it('goes to what was around an element that was removed', async () => {
    element('a').focus();
    element('a').parentElement!.remove();
    expect(document.body).toHaveFocus();
    await settle();
    expect(element('list')).toHaveFocus();
    element('b').focus();
    expect(element('list')).not.toHaveAttribute('tabindex');
  });

  it('goes to the region when nothing else is left', async () => {
    element('a').focus();
    main.replaceChildren();
    await settle();
    expect(main).toHaveFocus();
    expect(main).toHaveAttribute('tabindex', '-1');
  });

  it('does so too when a dialog closes whose opener is gone', async () => {
    element('a').focus();
    element('c').focus();
    element('a').remove();
    element('c').remove();
    await settle();
    expect(main.contains(document.activeElement)).toBe(true);
  });

  it('leaves the focus alone where somebody has put it, or nobody had it', async () => {
    element('b').remove();
    await settle();
    expect(document.body).toHaveFocus();
    element('a').focus();
    element('a').parentElement!.remove();
    element('c').focus();
    await settle();
    expect(element('c')).toHaveFocus();
  });

  it('ends with the region', async () => {
    element('a').focus();
    element('a').remove();
    stop();
    await settle();
    expect(document.body).toHaveFocus();
  });
});
