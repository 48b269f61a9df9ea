/**
 * Never locked out: a change that would take access to security away is asked about once more, and made when it is
 * confirmed. One place for every screen, because it stands between them and the server.
 */
import {
  type CoreStart,
  type HttpFetchOptionsWithPath,
  type HttpInterceptor,
  i18n,
} from '@sd/core/public';
import {
  API_PATHS,
  type BulkDeleteRequest,
  type BulkDeleteResponse,
  type BulkDeleteResult,
  CONFIRM_LOCKOUT,
  LOCKS_OUT_CODE,
  type LockoutDetails,
} from '../../common';
import { codeOf, lockoutOf } from './http_errors';

const DECLINED_CODE = 'security.lockout_declined';

/** The person asked for a change and thought better of it; nothing was changed. Has the form of a refusal. */
export class LockoutDeclinedError extends Error {
  readonly body: { readonly message: string; readonly attributes: { readonly code: string } };

  constructor() {
    super('A change that would have locked administrators out was not confirmed.');
    this.body = { message: declinedText(), attributes: { code: DECLINED_CODE } };
  }
}

/** Nothing to report: whoever declined knows. */
export const isLockoutDeclined = (error: unknown): boolean => codeOf(error) === DECLINED_CODE;

export function createLockoutConfirmation({
  http,
  overlays,
}: Pick<CoreStart, 'http' | 'overlays'>): HttpInterceptor {
  const ask = async (lockout: LockoutDetails): Promise<boolean> => {
    const { confirmLockout } = await import('../components/lockout_dialog');
    return confirmLockout(overlays, lockout);
  };
  const repeat = async (lockout: LockoutDetails, options: HttpFetchOptionsWithPath) => {
    if (!(await ask(lockout))) throw new LockoutDeclinedError();
    return http.fetch({ ...confirmed(options), asResponse: true });
  };
  const repeatRefused = async (
    results: readonly BulkDeleteResult[],
    refused: readonly BulkDeleteResult[],
    options: HttpFetchOptionsWithPath
  ): Promise<{ body: BulkDeleteResponse }> => {
    if (!(await ask(combined(refused))))
      return { body: { results: replaced(results, refused.map(declined)) } };
    const request: BulkDeleteRequest = { names: refused.map(({ name }) => name) };
    const again = await http.fetch<BulkDeleteResponse>({
      ...confirmed(options),
      body: JSON.stringify(request),
    });
    return { body: { results: replaced(results, again.results) } };
  };
  return {
    responseError: ({ error, fetchOptions }) => {
      const lockout = lockoutOf(error);
      return lockout && repeat(lockout, fetchOptions);
    },
    // Of many deletions those that lock nobody out are done by now.
    response: ({ body, fetchOptions }) => {
      if (!isBulkDelete(fetchOptions.path)) return;
      const { results } = body as BulkDeleteResponse;
      const refused = results.filter(({ code }) => code === LOCKS_OUT_CODE);
      return refused.length > 0 ? repeatRefused(results, refused, fetchOptions) : undefined;
    },
  };
}

/** The interceptor sees every request of the page, those of other plugins too. */
const isBulkDelete = (path: string): boolean =>
  path.startsWith(`${API_PATHS.configuration}/`) && path.endsWith('/_bulk_delete');

const confirmed = (options: HttpFetchOptionsWithPath): HttpFetchOptionsWithPath => ({
  ...options,
  query: { ...options.query, [CONFIRM_LOCKOUT]: true },
});

function combined(refused: readonly BulkDeleteResult[]): LockoutDetails {
  const all = refused.flatMap(({ lockout }) => lockout ?? []);
  return {
    own: all.some(({ own }) => own),
    last: all.some(({ last }) => last),
    users: [...new Set(all.flatMap(({ users }) => users))],
    more: all.some(({ more }) => more),
  };
}

const declined = ({ name, status }: BulkDeleteResult): BulkDeleteResult => ({
  name,
  status,
  code: DECLINED_CODE,
  message: declinedText(),
});

const replaced = (
  results: readonly BulkDeleteResult[],
  newer: readonly BulkDeleteResult[]
): readonly BulkDeleteResult[] =>
  results.map((one) => newer.find(({ name }) => name === one.name) ?? one);

const declinedText = (): string =>
  i18n.translate('security.lockout.declined', {
    defaultMessage: 'Nothing was changed, and nobody lost access to security.',
  });
