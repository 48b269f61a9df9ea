/**
 * Entities of the security configuration: the client of all admin screens. Changes that would lock
 * administrators out are applied only after confirmation.
 */
import {
  getErrorCode,
  errorText,
  type HttpResponse,
  type HttpSetup,
  send,
  sendForResponse,
  getServerMessage,
  getErrorStatus,
  t,
  textOfCode,
} from '@sd/core/public';
import type {
  EntityByType,
  ImportReceived,
  ImportRequest,
  LockoutDetails,
  RenameResponse,
  ResourceType,
} from '@sd/contracts';
import {
  type BulkRun,
  deleteEach,
  type FailureLink,
  type FormDataSource,
  isDeleted,
  type SaveError,
  type SaveCondition,
  type Version,
} from '@sd/ui_kit';
import type { MUST_CHANGE_PASSWORD } from '../../common';
import {
  type BulkDeleteRequest,
  type BulkDeleteResult,
  type ChangeResponse,
  CONFIRM_CLUSTER,
  DELETE_ENTITIES,
  DELETE_ENTITY,
  IMPORT_ENTRIES,
  LIST_ENTITIES,
  LIST_PERMISSIONS,
  type ListResponse,
  LOCKS_OUT_CODE,
  PAGE_ERRORS,
  type PermissionCatalogue,
  READ_ENTITY,
  RENAME_ENTITY,
  SAVE_ENTITY,
  type SearchQuery,
  type SearchResponse,
} from '../../common';
import {
  type ConfirmLockout,
  withLockoutConfirmation,
  CONFIRMED,
  confirmedTogether,
  type Confirmation,
  DECLINED_CODE,
  declinedText,
} from './lockout_confirmation';
import { searchEntities } from './entity_search';
import { SECURITY_KEY } from './query_keys';

/** An entity with the version that the user sees. */
export type Versioned<R extends ResourceType> = Version<EntityByType[R]>;

/** Entities that can get another name. */
export type Renamable = 'roles' | 'actiongroups' | 'tenants';

const NO_CONTENT = 204;

/** Headers that save only if the entity still has the version that the user sees. */
export function toHeaders(condition: SaveCondition): Record<string, string> {
  if ('create' in condition) return { 'if-none-match': '*' };
  return condition.etag === undefined ? {} : { 'if-match': condition.etag };
}

/** A response's body with its version. */
export const addVersion = <T>({ body, response }: HttpResponse<T>): Version<T> => ({
  entity: body as T,
  etag: response?.headers.get('etag') ?? undefined,
});

export class EntityClient {
  constructor(
    private readonly http: Pick<HttpSetup, 'get' | 'post' | 'delete'>,
    private readonly confirmLockout: ConfirmLockout,
    /** Whether the app has a page at a path. */
    private readonly hasPage: (path: string) => boolean
  ) {}

  /** The same entities of another cluster. */
  on(http: Pick<HttpSetup, 'get' | 'post' | 'delete'>): EntityClient {
    return new EntityClient(http, this.confirmLockout, this.hasPage);
  }

  search<R extends ResourceType>(
    resource: R,
    query: SearchQuery,
    signal?: AbortSignal
  ): Promise<SearchResponse<R>> {
    return searchEntities(this.http, resource, query, signal);
  }

  list<R extends ResourceType>(resource: R, signal?: AbortSignal): Promise<ListResponse<R>> {
    const listed = send(this.http, LIST_ENTITIES, { params: { resource }, signal });
    return listed as Promise<ListResponse<R>>;
  }

  permissionCatalogue(signal?: AbortSignal): Promise<PermissionCatalogue> {
    return send(this.http, LIST_PERMISSIONS, { signal });
  }

  /** `undefined` if the entity does not exist, without an error in the browser's console. */
  async find<R extends ResourceType>(
    resource: R,
    name: string,
    signal?: AbortSignal
  ): Promise<Versioned<R> | undefined> {
    const response = await sendForResponse(this.http, READ_ENTITY, {
      params: { resource, id: name },
      query: { optional: 'true' },
      signal,
    });
    if (response.response?.status === NO_CONTENT) return undefined;
    return addVersion(response as HttpResponse<EntityByType[R]>);
  }

  /** Form data source of one entity type. */
  store<R extends ResourceType>(resource: R): FormDataSource<EntityByType[R]> {
    return {
      // Entities are related: a role's page shows mappings, groups and tenants.
      key: SECURITY_KEY,
      read: (name, signal) => this.find(resource, name, signal),
      save: (name, entity, condition) => this.save(resource, name, entity, condition),
      classify: (error) => toSaveError(resource, error, this.hasPage),
    };
  }

  /**
   * @param more - additional query parameters
   * @throws what the request throws, or the error of `withLockoutConfirmation` if the user declines
   */
  async save(
    resource: ResourceType,
    name: string,
    entity: object,
    condition: SaveCondition,
    more: { readonly [MUST_CHANGE_PASSWORD]?: 'true' } = {}
  ): Promise<ChangeResponse> {
    return withLockoutConfirmation(this.confirmLockout, (query) =>
      send(this.http, SAVE_ENTITY, {
        params: { resource, id: name },
        query: { ...more, ...query },
        body: { ...entity },
        headers: toHeaders(condition),
      })
    );
  }

  /** What would change along with a rename, and the version that this is true for. */
  async renamePlan(
    resource: Renamable,
    name: string,
    to: string
  ): Promise<RenameResponse & { readonly etag: string | undefined }> {
    const [plan, found] = await Promise.all([
      send(this.http, RENAME_ENTITY, {
        params: { resource, id: name },
        query: { dry_run: 'true' },
        body: { to },
      }),
      this.find(resource, name),
    ]);
    return { ...plan, etag: found?.etag };
  }

  /**
   * Renames an entity and everything that refers to it.
   * @throws as `save`
   */
  rename(
    resource: Renamable,
    name: string,
    to: string,
    etag: string | undefined
  ): Promise<RenameResponse> {
    return withLockoutConfirmation(this.confirmLockout, (query) =>
      send(this.http, RENAME_ENTITY, {
        params: { resource, id: name },
        query,
        body: { to },
        headers: toHeaders({ etag }),
      })
    );
  }

  /**
   * Imports entities in file format.
   * @param confirmed - id of the production cluster that is changed
   * @returns `undefined` if the user declines a lockout
   */
  async importEntries(
    request: ImportRequest,
    confirmed?: string
  ): Promise<ImportReceived | undefined> {
    return confirmedTogether(this.confirmLockout, (query) =>
      send(this.http, IMPORT_ENTRIES, {
        query,
        body: request,
        ...(confirmed !== undefined && { headers: { [CONFIRM_CLUSTER]: confirmed } }),
      })
    );
  }

  /** Deletes entities independently and reports each result. */
  deletion(resource: ResourceType, names: readonly string[]): BulkRun {
    // One request per tenant (specification section 7); deleting a tenant locks nobody out.
    if (resource === 'tenants')
      return deleteEach(
        names.map((name) => ({ id: name, name })),
        ({ id }) => send(this.http, DELETE_ENTITY, { params: { resource, id } })
      );
    return async (report) => {
      for (const { name, status, message, code, params } of await this.bulkDelete(resource, names))
        report({
          id: name,
          isDone: isDeleted(status),
          message: textOfCode(code, params) ?? message,
        });
    };
  }

  private async bulkDelete(
    resource: ResourceType,
    names: readonly string[]
  ): Promise<readonly BulkDeleteResult[]> {
    const deleteAll = async (body: BulkDeleteRequest, query: Confirmation) =>
      (await send(this.http, DELETE_ENTITIES, { params: { resource }, query, body })).results;
    const results: BulkDeleteResult[] = [];
    for (let from = 0; from < names.length; from += MOST_DELETED)
      results.push(...(await deleteAll({ names: names.slice(from, from + MOST_DELETED) }, {})));
    const lockedOut = results.filter(({ code }) => code === LOCKS_OUT_CODE);
    // All entities without a lockout are deleted by now.
    if (lockedOut.length === 0) return results;
    const isConfirmed = await this.confirmLockout(combine(lockedOut));
    const newer = isConfirmed
      ? await deleteAll({ names: lockedOut.map(({ name }) => name) }, CONFIRMED)
      : lockedOut.map(decline);
    return results.map((one) => newer.find(({ name }) => name === one.name) ?? one);
  }
}

/** Names in one request of `BULK_DELETE_BODY`. */
const MOST_DELETED = 1_000;

function combine(results: readonly BulkDeleteResult[]): LockoutDetails {
  const all = results.flatMap(({ lockout }) => lockout ?? []);
  return {
    own: all.some(({ own }) => own),
    last: all.some(({ last }) => last),
    users: [...new Set(all.flatMap(({ users }) => users))],
    more: all.some(({ more }) => more),
  };
}

const decline = ({ name, status }: BulkDeleteResult): BulkDeleteResult => ({
  name,
  status,
  code: DECLINED_CODE,
  message: declinedText(),
});

/** Converts a rejected save to a form error. */
function toSaveError(
  resource: ResourceType,
  error: unknown,
  hasPage: (path: string) => boolean
): SaveError {
  // The user declined, so there is nothing to report.
  if (getErrorCode(error) === DECLINED_CODE) return { kind: 'declined' };
  if (getErrorCode(error) === PAGE_ERRORS.staleVersion.code) return { kind: 'conflict' };
  const message = getServerMessage(error);
  if (message === undefined) return { kind: 'other', message: errorText(error) };
  const links = guardrailLinks(error);
  if (links) return { kind: 'other', message, links: links.filter(({ path }) => hasPage(path)) };
  const field = getField(resource, error, message);
  return field === undefined ? { kind: 'other', message } : { kind: 'field', field, message };
}

/**
 * Form field that an error refers to. Error codes do not depend on the language; cluster errors
 * without a code are recognized by their text.
 */
function getField(resource: ResourceType, error: unknown, message: string): string | undefined {
  const code = getErrorCode(error);
  if (code === PAGE_ERRORS.alreadyExists.code || code === PAGE_ERRORS.invalidName.code)
    return 'name';
  if (resource !== 'internalusers' || getErrorStatus(error) !== 400) return undefined;
  return /password/i.test(`${getErrorCode(error)} ${message}`) ? 'password' : undefined;
}

/** The guardrail that refused a change, and the role that would give the access. */
function guardrailLinks(error: unknown): readonly FailureLink[] | undefined {
  const { attributes = {} } = (error as { body?: { attributes?: BreachAttributes } }).body ?? {};
  const { guardrail, role } = attributes;
  if (guardrail === undefined) return undefined;
  const withRole = {
    text: t('security.guardrails.showRole', 'Open role {name}', { name: role ?? '' }),
    path: `/roles/view/${encodeURIComponent(role ?? '')}`,
  };
  return [
    {
      text: t('security.guardrails.showOne', 'Open guardrail {name}', { name: guardrail }),
      path: `/guardrails/edit/${encodeURIComponent(guardrail)}`,
    },
    ...(role === undefined ? [] : [withRole]),
  ];
}

interface BreachAttributes {
  readonly guardrail?: string;
  readonly role?: string;
}
