/** Repeats a command until it is stopped. */
import { setTimeout } from 'node:timers/promises';

export interface WatchIo {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Prompts for a secret without echoing the input; absent without a terminal. */
  readonly askSecret?: (request: string) => Promise<string>;
  /** Waits, and resolves with whether to go on. Default: a minute, and on. */
  readonly pause?: () => Promise<boolean>;
}

const EVERY_MS = 60_000;
const aMinute = (): Promise<boolean> => setTimeout(EVERY_MS, true);

/**
 * Prints only what differs from the result before. Goes on after a failure, because a file may be
 * half written or a server may restart.
 * @returns the exit code of the last run
 */
export async function watch<Io extends WatchIo>(
  run: (io: Io) => Promise<number>,
  io: Io
): Promise<number> {
  const pause = io.pause ?? aMinute;
  const secrets = new Map<string, Promise<string>>();
  const { askSecret } = io;
  const askOnce = (request: string): Promise<string> => {
    const known = secrets.get(request) ?? askSecret?.(request) ?? Promise.resolve('');
    secrets.set(request, known);
    return known;
  };
  let before: string | undefined;
  for (;;) {
    let [out, err] = ['', ''];
    const code = await run({
      ...io,
      ...(askSecret && { askSecret: askOnce }),
      write: (text) => (out += text),
      writeError: (text) => (err += text),
    });
    const result = JSON.stringify([code, out, err]);
    if (result !== before) {
      if (out !== '') io.write(out);
      if (err !== '') io.writeError(err);
    }
    before = result;
    if (!(await pause())) return code;
  }
}
