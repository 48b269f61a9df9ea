/**
 * Fails a test on unexpected `console.error` and `console.warn` output. Such output of a component
 * (a missing key, an update outside act, an unknown icon) is a defect.
 */

interface GuardState {
  allowed: RegExp[];
  unexpected: string[];
}

/**
 * The design system moves the focus and positions popovers in timers that a test cannot wrap in
 * act. Whether they fire during a test depends on the speed of the machine.
 */
const DESIGN_SYSTEM_TIMERS = /An update to Eui\w+ inside a test was not wrapped in act/;

/**
 * `errorText` logs every error. An error response with an explanation is not a defect of the
 * screen.
 */
const EXPLAINED_ERROR = /^[^\n]*\. HTTP [45]\d\d: /;

/** Stored globally, because tests that reset the module registry load this file a second time. */
const holder = globalThis as unknown as { __sdConsoleGuard__?: GuardState };
const state: GuardState = (holder.__sdConsoleGuard__ ??= { allowed: [], unexpected: [] });

/**
 * Allows the current test to print matching lines.
 * @param pattern - matched against the text with `%s` placeholders filled in
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

/** Called by jest_setup.ts once per test file. */
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
