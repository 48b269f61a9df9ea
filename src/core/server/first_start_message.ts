/** Shows the initial credentials once, on the terminal or in a private file; never in a log. */
import { writePrivateFile } from '../../backend/api';
import type { FirstCredentials } from './backend';
import type { Logger } from './logging';

const MAX_LISTED_USERS = 3;

/**
 * Without a terminal, the output is a log that others can read, so the credentials go to a file.
 * @param url - URL of the server; undefined if its start has failed
 */
export function announceFirstCredentials(
  url: string | undefined,
  credentials: FirstCredentials,
  stdout: { write(text: string): unknown; readonly isTTY?: boolean },
  log: Logger | undefined
): void {
  if (stdout.isTTY) {
    stdout.write(firstStartMessage(url, credentials));
    return;
  }
  const { file } = credentials;
  try {
    if (writeFirstCredentials(url, credentials))
      log?.info(
        `The first password is in ${file}. The server deletes the file at the first login of ${credentials.userName}.`
      );
  } catch (error) {
    log?.error(
      `The first password cannot be written to ${file}: ${(error as Error).message}. Set a new one with bin/security reset-admin.`
    );
  }
}

function firstStartMessage(url: string | undefined, credentials: FirstCredentials): string {
  const lines = toLines(url, credentials);
  if (hasPassword(credentials))
    lines.push('', 'Passwords are shown only once. Change them after your first login.');
  return box(lines);
}

/** @returns whether there was a password to write */
function writeFirstCredentials(url: string | undefined, credentials: FirstCredentials): boolean {
  if (!hasPassword(credentials)) return false;
  writePrivateFile(credentials.file, `${toLines(url, credentials).join('\n')}\n`);
  return true;
}

const hasPassword = ({ password, demo }: FirstCredentials): boolean =>
  password !== undefined || demo !== undefined;

function toLines(
  url: string | undefined,
  { userName, password, isNew, demo }: FirstCredentials
): string[] {
  const lines = url === undefined ? [] : [`Open      ${url}`];
  if (isNew) {
    lines.push(`User      ${userName}`);
    lines.push(`Password  ${password ?? 'as given in SECURITY_INITIAL_ADMIN_PASSWORD'}`);
  }
  if (demo) {
    const others = demo.userNames.length - MAX_LISTED_USERS;
    const names = demo.userNames.slice(0, MAX_LISTED_USERS).join(', ');
    lines.push('', `Demonstration users  ${names}${others > 0 ? ` and ${others} more` : ''}`);
    lines.push(`Their password       ${demo.password}`);
  }
  return lines;
}

function box(lines: readonly string[]): string {
  const width = Math.max(...lines.map((line) => line.length));
  const edge = '─'.repeat(width + 4);
  return [`┌${edge}┐`, ...lines.map((line) => `│  ${line.padEnd(width)}  │`), `└${edge}┘`, ''].join(
    '\n'
  );
}
