/**
 * Fails a test on `console.error` and `console.warn` that it did not announce. What a component
 * prints there (a missing key, an update outside act, an unknown icon) is a defect.
 */

interface GuardState {
  allowed: RegExp[];
  unexpected: string[];
}

/**
 * The design system moves focus and positions popovers by timers of its own, which no test can wrap
 * in act; whether they fire within a test depends on the speed of the machine.
 */
const DESIGN_SYSTEM_TIMERS = /An update to Eui\w+ inside a test was not wrapped in act/;

/** `errorText` logs every error; a refusal that the server explained is no defect of a screen. */
const EXPLAINED_ERROR = /^[^\n]*\. HTTP [45]\d\d: /;

/**
 * On the global, because a test that resets the module registry gets a second copy of this file.
 */
const holder = globalThis as unknown as { __sdConsoleGuard__?: GuardState };
const state: GuardState = (holder.__sdConsoleGuard__ ??= { allowed: [], unexpected: [] });

/**
 * Lets the current test print matching lines.
 * @param pattern - of the text; `%s` placeholders are filled in before matching
 */
export function allowConsole(pattern: RegExp): void {
  state.allowed.push(pattern);
}

const textOf = (value: unknown): string => {
  if (value instanceof Error) return value.stack ?? value.message;
  return typeof value === 'string' ? value : String(value);
};

function format([first, ...rest]: unknown[]): string {
  const values = [...rest];
  const text = textOf(first).replace(/%[sdoO]/g, (mark) =>
    values.length > 0 ? textOf(values.shift()) : mark
  );
  return [text, ...values.map(textOf)].join(' ');
}

/** Installed once for each test file by jest_setup.ts. */
export function installConsoleGuard(): void {
  for (const method of ['error', 'warn'] as const) {
    console[method] = (...args: unknown[]) => {
      const text = format(args);
      if (
        ![DESIGN_SYSTEM_TIMERS, EXPLAINED_ERROR, ...state.allowed].some((pattern) =>
          pattern.test(text)
        )
      ) {
        state.unexpected.push(`console.${method}: ${text}`);
      }
    };
  }
  afterEach(() => {
    const lines = state.unexpected.splice(0);
    state.allowed.length = 0;
    if (lines.length > 0) {
      throw new Error(
        `Unexpected console output. Fix its cause, or announce it with allowConsole(/…/).\n\n${lines.join('\n\n')}`
      );
    }
  });
}
