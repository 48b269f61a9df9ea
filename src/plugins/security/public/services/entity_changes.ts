/**
 * Changes of the security configuration. Never locked out: one that would take access to security away is asked about
 * once more, and made when it is confirmed. There is no other way from a screen to such a change.
 */
import { codeOf, type HttpSetup, i18n } from '@sd/core/public';
import type { SaveCondition } from '@sd/ui_kit';
import type { LockoutDetails, ResourceType } from '@sd/contracts';
import {
  API_PATHS,
  type BulkDeleteRequest,
  type BulkDeleteResponse,
  type BulkDeleteResult,
  type ChangeResponse,
  CONFIRM_LOCKOUT,
  LOCKS_OUT_CODE,
} from '../../common';
import { entityPath } from './security_client';

const DECLINED_CODE = 'security.lockout_declined';

/** The person asked for a change and thought better of it; nothing was changed. Has the form of a refusal. */
class LockoutDeclinedError extends Error {
  readonly body: { readonly message: string; readonly attributes: { readonly code: string } };

  constructor() {
    super('A change that would have locked administrators out was not confirmed.');
    this.body = { message: declinedText(), attributes: { code: DECLINED_CODE } };
  }
}

/** Nothing to report: whoever declined knows. */
export const isLockoutDeclined = (error: unknown): boolean => codeOf(error) === DECLINED_CODE;

/** @returns whether the person wants the change all the same */
export type AskLockout = (lockout: LockoutDetails) => Promise<boolean>;

export class EntityChanges {
  constructor(
    private readonly http: Pick<HttpSetup, 'post'>,
    private readonly ask: AskLockout
  ) {}

  /** @throws what the request throws; {@link LockoutDeclinedError} when the person does not want it after all */
  async save(
    resource: ResourceType,
    name: string,
    body: object,
    condition: SaveCondition
  ): Promise<ChangeResponse> {
    const send = (query: Confirmation) =>
      this.http.post<ChangeResponse>(entityPath(resource, name), {
        body: JSON.stringify(body),
        headers: headersOf(condition),
        query,
      });
    try {
      return await send({});
    } catch (error) {
      const lockout = lockoutOf(error);
      if (!lockout) throw error;
      if (!(await this.ask(lockout))) throw new LockoutDeclinedError();
      return send(CONFIRMED);
    }
  }

  /** Names are deleted independently of one another; the answer tells each one's fate. */
  async bulkDelete(resource: ResourceType, names: readonly string[]): Promise<BulkDeleteResponse> {
    const send = (request: BulkDeleteRequest, query: Confirmation) =>
      this.http.post<BulkDeleteResponse>(`${API_PATHS.configuration}/${resource}/_bulk_delete`, {
        body: JSON.stringify(request),
        query,
      });
    const { results } = await send({ names }, {});
    const refused = results.filter(({ code }) => code === LOCKS_OUT_CODE);
    // Those that lock nobody out are gone by now.
    if (refused.length === 0) return { results };
    if (!(await this.ask(combined(refused))))
      return { results: replaced(results, refused.map(declined)) };
    const again = await send({ names: refused.map(({ name }) => name) }, CONFIRMED);
    return { results: replaced(results, again.results) };
  }
}

type Confirmation = { readonly [CONFIRM_LOCKOUT]?: true };
const CONFIRMED: Confirmation = { [CONFIRM_LOCKOUT]: true };

function headersOf(condition: SaveCondition): Record<string, string> {
  if ('create' in condition) return { 'if-none-match': '*' };
  return condition.etag === undefined ? {} : { 'if-match': condition.etag };
}

/** Who would lose access, when that is why the server refused. */
const lockoutOf = (error: unknown): LockoutDetails | undefined =>
  codeOf(error) === LOCKS_OUT_CODE
    ? (error as { body: { attributes: { lockout?: LockoutDetails } } }).body.attributes.lockout
    : undefined;

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
