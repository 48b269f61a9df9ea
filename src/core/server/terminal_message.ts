/** The one time the first credentials are shown: on the terminal, never in a log file. */
import type { FirstCredentials } from './backend';

const USERS_SHOWN = 3;

/** @param url - where the server answers; undefined when its start has failed */
export function firstStartMessage(
  url: string | undefined,
  { userName, password, isNew, demo }: FirstCredentials
): string {
  const lines = url === undefined ? [] : [`Open      ${url}`];
  if (isNew) {
    lines.push(`User      ${userName}`);
    lines.push(`Password  ${password ?? 'as given in SECURITY_INITIAL_ADMIN_PASSWORD'}`);
  }
  if (demo) {
    const others = demo.userNames.length - USERS_SHOWN;
    const names = demo.userNames.slice(0, USERS_SHOWN).join(', ');
    lines.push('', `Demonstration users  ${names}${others > 0 ? ` and ${others} more` : ''}`);
    lines.push(`Their password       ${demo.password}`);
  }
  if (password !== undefined || demo)
    lines.push('', 'Passwords are shown this once only. Change them after signing in.');
  return boxed(lines);
}

function boxed(lines: readonly string[]): string {
  const width = Math.max(...lines.map((line) => line.length));
  const edge = '─'.repeat(width + 4);
  return [`┌${edge}┐`, ...lines.map((line) => `│  ${line.padEnd(width)}  │`), `└${edge}┘`, ''].join(
    '\n'
  );
}
