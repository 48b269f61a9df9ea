/** The configuration of a data folder, read and written while no server uses it. */
import type { Entity, ResourceType } from '../../../contracts/entities';
import type { EngineSettings } from '../../api/settings';
import { usableHash } from '../../embedded/authentication/hash_form';
import { expressionProblems, allOf } from '../../embedded/configuration_files/plan';
import { checkDocument, checkEntity } from '../../embedded/configuration_files/entry_rules';
import {
  BODY_KEY,
  FILE_KINDS,
  problemLine,
  type FileKind,
  type FileProblem,
} from '../../embedded/configuration_files/file_kinds';
import { OFFLINE_USER } from '../../embedded/configuration_store/change_origin';
import type { ConfigurationWriter } from '../../embedded/configuration_store/configuration_writer';
import type { EntityStore } from '../../embedded/configuration_store/entity_store';
import { MoveError, type ConfigurationSide, type DocumentId, type Entry } from './side';

type Json = Readonly<Record<string, unknown>>;

export interface EmbeddedConfigurationDeps {
  readonly store: EntityStore;
  /** Does not record changes, because the migrated history contains them. */
  readonly writer: ConfigurationWriter;
  readonly settings: EngineSettings;
}

export class EmbeddedConfiguration implements ConfigurationSide {
  readonly showsHashes = true;

  constructor(private readonly deps: EmbeddedConfigurationDeps) {}

  verifies(hash: string): boolean {
    return usableHash(hash, this.deps.settings.hashLimits) !== undefined;
  }

  *entries(type: ResourceType): Iterable<Entry> {
    for (const { name, entity } of allOf(this.deps.store, type))
      if (!entity.static) yield this.toEntry(type, name, entity);
  }

  async present(type: ResourceType, name: string): Promise<Entry | 'built_in' | undefined> {
    const entity = this.deps.store.read(type, name)?.entity;
    if (entity?.static) return 'built_in';
    return entity && this.toEntry(type, name, entity);
  }

  async document(id: DocumentId): Promise<Json | undefined> {
    return this.deps.store.document(id)?.body;
  }

  blocker(entry: Entry): string | undefined {
    return getFirst(this.validate(entry).problems);
  }

  documentBlocker(id: DocumentId, body: Json): string | undefined {
    const kind = findKind(id) as FileKind & { readonly type: DocumentId };
    const parts = kind.form === 'document' ? [[BODY_KEY, body] as const] : Object.entries(body);
    return getFirst(
      parts.flatMap(([name, part]) => checkDocument(kind, name, part, this.deps.settings).problems)
    );
  }

  async write(type: ResourceType, entries: readonly Entry[]): Promise<void> {
    this.deps.writer.by({ userName: OFFLINE_USER, via: 'files' }).writeNow((tx) => {
      for (const entry of entries) {
        const { value } = this.validate(entry);
        if (value) tx.put(type, entry.name, value.entity as never, { hash: value.hash });
      }
      const problem = getFirst(expressionProblems(tx));
      if (problem !== undefined) throw new MoveError(problem);
    });
  }

  async writeDocument(id: DocumentId, body: Json): Promise<void> {
    this.deps.writer
      .by({ userName: OFFLINE_USER, via: 'files' })
      .writeNow((tx) => tx.putDocument(id, { ...body }));
  }

  /** Validates an entry by the rules for files, which are those of the REST API. */
  private validate({ type, name, entity, hash }: Entry) {
    const kind = findKind(type) as FileKind & { readonly form: 'entries' };
    const source = { ...getSource(entity), ...(hash !== undefined && { hash }) };
    return checkEntity(kind, name, source, this.deps.settings);
  }

  private toEntry(type: ResourceType, name: string, entity: Entity): Entry {
    const hash = type === 'internalusers' ? this.deps.store.credential(name)?.hash : undefined;
    return { type, name, entity, ...(hash !== undefined && { hash }) };
  }
}

export const getSource = (entity: Entity): Json => {
  const { static: _static, ...source } = { static: undefined, ...entity };
  return JSON.parse(JSON.stringify(source)) as Json;
};

const findKind = (type: FileKind['type']): FileKind =>
  FILE_KINDS.find((kind) => kind.type === type) as FileKind;

const getFirst = (problems: readonly FileProblem[]): string | undefined =>
  problems[0] && problemLine(problems[0]);

/** Properties of a user that a cluster does not support or may not accept. */
export interface UserDuty {
  readonly name: string;
  readonly hasFactor: boolean;
  readonly mustChangePassword: boolean;
  readonly hasApiKeys: boolean;
  /** `undefined` for a user without a password. */
  readonly hash?: string;
}

/** @param keyOwners - names of users with API keys */
export function* listUsers(store: EntityStore, keyOwners: ReadonlySet<string>): Iterable<UserDuty> {
  for (const { name } of allOf(store, 'internalusers')) {
    const { hasFactor = false, mustChangePassword = false, credential } = store.user(name) ?? {};
    const hasApiKeys = keyOwners.has(name);
    yield {
      name,
      hasFactor,
      mustChangePassword,
      hasApiKeys,
      ...(credential && { hash: credential.hash }),
    };
  }
}
