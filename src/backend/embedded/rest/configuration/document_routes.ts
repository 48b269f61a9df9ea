/**
 * Serves the documents of the configuration: GET, PUT, and PATCH of the whole. Each is described
 * once, in a file of its own, by what differs.
 */
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import type { DocumentId, EngineResponse } from '../../../api/engine';
import { readPayload, type Payload } from '../../../model/payload';
import type { PayloadRules } from '../../../model/payload_rules';
import { badRequest, json, message, RestError } from '../../../model/responses';
import type { Transaction } from '../../configuration_store/configuration_writer';
import type { EntityStore } from '../../configuration_store/entity_store';
import { patchDocument } from '../request/document_patch';
import {
  guardedWrite,
  type Handler,
  type RequestContext,
  type RestDeps,
  type Route,
} from '../request/request_context';
import { checkPreconditions, entityTag } from '../responses/entity_tag';

type Json = Readonly<Record<string, unknown>>;
type Body = Json | undefined;

export interface DocumentDescription {
  readonly id: DocumentId;
  /** Its name in messages. */
  readonly label: string;
  readonly access: Route['access'];
  /** `putPath`: of PUT, if it has another one. */
  readonly paths: ReadonlyArray<
    Pick<Route, 'path' | 'prefix' | 'only'> & { readonly putPath?: string }
  >;
  /** Query parameters of changes. */
  readonly query?: Route['query'];
  readonly docs: Readonly<Record<'show' | 'replace', Route['doc']>>;
  /** Returns the error of a caller or a state, before anything is read. */
  readonly denial?: (
    deps: RestDeps,
    call: RequestContext,
    isChange: boolean
  ) => EngineResponse | undefined;
  /** The body of the response to GET. @param body - `undefined` if there is no document */
  readonly shown: (body: Body) => Json;
  /** Whether texts may be longer than elsewhere: certificates, keys and metadata of domains. */
  readonly hasLongTexts?: boolean;
  /** What a PUT sends: a body by these rules, or read by a function. @throws {RestError} */
  readonly sent: PayloadRules | ((call: RequestContext, deps: RestDeps) => Payload);
  /** Absent without PATCH. */
  readonly patch?: {
    readonly doc: Route['doc'];
    /** Of the document as a body. */
    readonly rules: PayloadRules;
    /** The document as a patch sees it. */
    readonly base: (body: Body) => Payload;
    /** The document that a patched base stands for. Default: the same. */
    readonly fromBase?: (patched: Payload, body: Body) => Payload;
  };
  /** Checks a payload before its version. @throws {RestError} */
  readonly check?: (payload: Payload, call: RequestContext) => void;
  /** The document to store. @throws {RestError} */
  readonly stored: (payload: Payload, body: Body) => Json;
}

type Served = readonly ['GET' | 'PUT' | 'PATCH', Handler, Route['doc']];

export function documentRoutes(deps: RestDeps, document: DocumentDescription): readonly Route[] {
  const { id, label, denial, docs, patch, query, sent } = document;
  const limited = document.hasLongTexts ? withLongTexts(deps) : deps;
  const save = (store: Transaction, call: RequestContext, payload: Payload, text: string) => {
    document.check?.(payload, call);
    const etag = putVersion(store, call, document, (body) => document.stored(payload, body));
    return message(200, text, { etag });
  };
  const show = (): EngineResponse => {
    const { body, revision } = deps.store.document(id) ?? {};
    const headers = revision === undefined ? undefined : { etag: entityTag(revision) };
    return json(200, document.shown(body), headers);
  };
  const replace: Handler = (call) => {
    const isOwn = typeof sent === 'function';
    const payload = isOwn ? sent(call, deps) : readPayload(call.request, sent, limited.settings);
    return guardedWrite(deps, call, (store) => save(store, call, payload, `'${label}' updated.`));
  };
  const served: Served[] = [
    ['GET', show, docs.show],
    ['PUT', replace, docs.replace],
  ];
  if (patch) {
    const { rules, base, fromBase = (patched) => patched } = patch;
    const bodyIn = (store: EntityStore) => store.document(id)?.body;
    const read = (store: EntityStore) => base(bodyIn(store));
    const patchWhole: Handler = (call) =>
      patchDocument(limited, call, rules, read, (store, patched) =>
        save(store, call, fromBase(patched, bodyIn(store)), 'Resource updated.')
      );
    served.push(['PATCH', patchWhole, patch.doc]);
  }
  return document.paths.flatMap(({ path, putPath = path, ...route }) =>
    served.map(([method, handler, doc]) => ({
      access: document.access,
      ...route,
      ...(method !== 'GET' && query && { query }),
      methods: [method],
      path: method === 'PUT' ? putPath : path,
      handler: async (call) => denial?.(deps, call, method !== 'GET') ?? handler(call),
      doc,
    }))
  );
}

/**
 * Stores a document that still has the version which the request names.
 * @returns the entity tag of the new version
 * @throws {RestError} 412 for another version
 */
export function putVersion(
  store: Transaction,
  { request }: RequestContext,
  { id, label }: Pick<DocumentDescription, 'id' | 'label'>,
  stored: (body: Body) => Json
): string {
  const before = store.document(id);
  checkPreconditions(request, label, before?.revision);
  return entityTag(store.putDocument(id, { ...stored(before?.body) }).revision);
}

/**
 * Entries of a document whose number has a limit. If it is already exceeded, it may only shrink.
 * @throws {RestError} 400 with the text
 */
export function refuseGrowth(before: Json, after: Json, limit: number, text: string): void {
  const count = Object.keys(after).length;
  if (count > limit && count > Object.keys(before).length) throw new RestError(badRequest(text));
}

/** Domains contain keys, certificates and metadata, which exceed the limit of other texts. */
export const withLongTexts = <D extends Pick<RestDeps, 'settings'>>(deps: D): D => ({
  ...deps,
  settings: {
    ...deps.settings,
    maxStringLength: Math.max(deps.settings.maxStringLength, DOMAIN_LIMITS.settingLength),
  },
});
