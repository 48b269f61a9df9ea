/** Converts form input to a dry run request. */
import type { LoginChanges, LoginDryRunBody } from '../../../../common';

export type DryRunMethod = 'password' | 'token' | 'headers';

export interface DryRun {
  readonly method: DryRunMethod;
  readonly userName: string;
  readonly password: string;
  readonly token: string;
  /** `name: value`, one per line. */
  readonly headers: string;
  /** As in a URL: `a=b&c=d`. */
  readonly query: string;
  readonly peerAddress: string;
}

export const EMPTY_DRY_RUN: DryRun = {
  method: 'password',
  userName: '',
  password: '',
  token: '',
  headers: '',
  query: '',
  peerAddress: '',
};

export function dryRunRequest(dryRun: DryRun, changes: LoginChanges | undefined): LoginDryRunBody {
  return { ...(changes && { changes }), ...toRequest(dryRun) };
}

function toRequest(dryRun: DryRun): Omit<LoginDryRunBody, 'changes'> {
  const { method, userName, password, token, headers, query, peerAddress } = dryRun;
  switch (method) {
    case 'password':
      return {
        headers: userName === '' ? {} : { authorization: `Basic ${base64(userName, password)}` },
      };
    case 'token':
      return { headers: token.trim() === '' ? {} : { authorization: `Bearer ${token.trim()}` } };
    case 'headers':
      return {
        headers: headersIn(headers),
        query: Object.fromEntries(new URLSearchParams(query.trim())),
        ...(peerAddress.trim() !== '' && { peer_address: peerAddress.trim() }),
      };
  }
}

const headersIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [
          line.slice(0, Math.max(0, colon)).trim().toLowerCase(),
          line.slice(colon + 1).trim(),
        ];
      })
      .filter(([name]) => name !== '')
  );

/** UTF-8 (RFC 7617). */
const base64 = (userName: string, password: string): string =>
  btoa(
    encodeURIComponent(`${userName}:${password}`).replace(
      /%([0-9A-F]{2})/g,
      (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))
    )
  );
