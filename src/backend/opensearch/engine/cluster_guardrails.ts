/**
 * The guardrails of a cluster, which knows none itself: the server stores them, and checks changes
 * against the mirror before the cluster gets them. A change elsewhere at the same time is not seen;
 * the findings show what it breaks.
 */
import { isEmpty } from 'lodash';
import { ENGINE_ERRORS, englishText } from '../../../contracts/errors';
import type { RuleView } from '../../access/evaluation/rule_view';
import type { UserSource } from '../../access/user_source';
import type {
  Change,
  DocumentStore,
  EngineRequest,
  EngineResponse,
  EngineSettings,
  GuardrailCheck,
  RequestCaller,
} from '../../api';
import type { EngineLog } from '../../api/log';
import { KeptPromises, readPromises } from '../../guardrails/kept_promises';
import { isJsonObject } from '../../model/entity_shape';
import { PREFIX } from '../../model/paths';
import { preconditionProblem } from '../../model/precondition';
import { accessDenied, conflict, json, message, RestError } from '../../model/responses';
import { assertReady, toResponse, type ClusterClient } from '../client';

type Json = Readonly<Record<string, unknown>>;

export interface ClusterGuardrailsDeps {
  readonly store: DocumentStore;
  readonly client: Pick<ClusterClient, 'asCaller'>;
  readonly rules: RuleView;
  readonly users: UserSource;
  /** Resolves once `rules` and `users` are recent. */
  readonly ensureFresh: () => Promise<void>;
  readonly settings: EngineSettings;
  readonly log: EngineLog;
}

const PATH = `${PREFIX}/api/guardrails`;
const NAME = 'guardrails';
const UNREADABLE = message(503, englishText(ENGINE_ERRORS.guardrailsUnreadable));
const UNCHECKED = conflict(englishText(ENGINE_ERRORS.guardrailUnchecked));

export const isAboutGuardrails = ({ method, path }: EngineRequest): boolean =>
  path === PATH && ['GET', 'HEAD', 'PUT'].includes(method);

export class ClusterGuardrails implements GuardrailCheck {
  private readonly kept: KeptPromises;

  constructor(private readonly deps: ClusterGuardrailsDeps) {
    this.kept = new KeptPromises(deps.settings.apiRoles);
  }

  /** The promises by name; `undefined` if none were ever stored. */
  async document(): Promise<Json | undefined> {
    return (await this.read())?.body;
  }

  /** Shows or replaces the promises, for callers who may do so with the security configuration. */
  async request(caller: RequestCaller, request: EngineRequest): Promise<EngineResponse> {
    const isRead = request.method !== 'PUT';
    const denial = await this.rightsError(caller, isRead ? 'GET' : 'PUT');
    if (denial) return denial;
    if (!isRead) return this.replace(request);
    const stored = await this.read();
    return json(200, stored?.body ?? {}, toHeaders(stored));
  }

  async denial(
    changesOf: () => Promise<readonly Change[] | undefined>,
    replacement?: EngineRequest
  ): Promise<EngineResponse | undefined> {
    let next: Json | undefined;
    try {
      next = replacement && readPromises(replacement, this.deps.settings);
    } catch (error) {
      if (error instanceof RestError) return error.response;
      throw error;
    }
    try {
      this.kept.follow(await this.read());
    } catch (error) {
      this.deps.log.error('The guardrails could not be read, so a change was refused.', {
        error: String(error),
      });
      return UNREADABLE;
    }
    if (this.kept.isEmpty && isEmpty(next)) return undefined;
    const changes = await changesOf();
    if (!changes) return UNCHECKED;
    if (!this.kept.concerns(changes, next)) return undefined;
    await this.deps.ensureFresh();
    return this.kept.denial(changes, this.deps, next);
  }

  private async replace(request: EngineRequest): Promise<EngineResponse> {
    const { store, settings } = this.deps;
    try {
      const promises = readPromises(request, settings);
      const stored = await this.read();
      const tag = stored && toTag(stored.revision);
      const problem = preconditionProblem(request, NAME, tag);
      const isWritten =
        problem === undefined && (await store.write(JSON.stringify(promises), stored?.revision));
      if (isWritten) return message(200, `'${NAME}' updated.`, toHeaders(await this.read()));
      // Without a problem, another server wrote in between. Its changes must not be lost.
      const reason = problem ?? `'${NAME}' has been changed at the same time.`;
      return message(412, reason, toHeaders(stored));
    } catch (error) {
      if (error instanceof RestError) return error.response;
      throw error;
    }
  }

  private async read(): Promise<{ readonly revision: string; readonly body: Json } | undefined> {
    const stored = await this.deps.store.read();
    if (!stored) return undefined;
    const body: unknown = JSON.parse(stored.contents);
    if (!isJsonObject(body)) throw new TypeError('The stored guardrails are no object.');
    return { revision: stored.revision, body };
  }

  private async rightsError(
    caller: RequestCaller,
    method: 'GET' | 'PUT'
  ): Promise<EngineResponse | undefined> {
    const call = { method: 'GET', path: `${PREFIX}/api/permissionsinfo` } as const;
    const response = await this.deps.client.asCaller(caller, call);
    assertReady(response);
    if (response.statusCode !== 200) return toResponse(response, {});
    const rights = response.json;
    if (!isJsonObject(rights) || rights['has_api_access'] !== true) return accessDenied();
    const { disabled_endpoints: disabled } = rights;
    const closed = isJsonObject(disabled) ? disabled['CONFIG'] : undefined;
    return Array.isArray(closed) && closed.includes(method) ? accessDenied() : undefined;
  }
}

const toTag = (revision: string): string => `"${revision.replace(' ', '.')}"`;

const toHeaders = (
  stored: { readonly revision: string } | undefined
): Readonly<Record<string, string>> => (stored ? { etag: toTag(stored.revision) } : {});
