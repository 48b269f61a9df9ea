/**
 * A dry run: reads as a transaction would after the changes, and writes nothing, so that it can
 * take many time slices. Changes that others commit meanwhile are seen; the change itself is
 * checked again.
 */
import type { ResourceType } from '../../../contracts/entities';
import type { DocumentId } from '../../api/engine';
import type { Database } from '../sqlite';
import { Transaction, type PutOptions } from './configuration_writer';
import type { Credential, StoredDocument, StoredEntity } from './entity_store';

export class DryRun extends Transaction {
  /** What the changes wrote; `undefined` for what they deleted. */
  private readonly entities = new Map<ResourceType, Map<string, StoredEntity | undefined>>();
  private readonly secrets = new Map<string, Credential | undefined>();
  private readonly bodies = new Map<DocumentId, StoredDocument>();

  constructor(db: Database, now: () => number) {
    const run = () => {
      throw new Error('A dry run writes nothing.');
    };
    super({ get: db.get.bind(db), all: db.all.bind(db), run }, now);
  }

  /** The entities of a type that the changes wrote or deleted, by name. */
  changed<T extends ResourceType>(type: T): ReadonlyMap<string, StoredEntity<T> | undefined> {
    return (this.entities.get(type) ?? new Map()) as ReadonlyMap<string, StoredEntity<T>>;
  }

  override read<T extends ResourceType>(type: T, name: string): StoredEntity<T> | undefined {
    const written = this.entities.get(type);
    if (!written?.has(name)) return super.read(type, name);
    return written.get(name) as StoredEntity<T> | undefined;
  }

  override has(type: ResourceType, name: string): boolean {
    const written = this.entities.get(type);
    return written?.has(name) ? written.get(name) !== undefined : super.has(type, name);
  }

  override credential(userName: string): Credential | undefined {
    if (this.secrets.has(userName)) return this.secrets.get(userName);
    return super.credential(userName);
  }

  override document(id: DocumentId): StoredDocument | undefined {
    return this.bodies.get(id) ?? super.document(id);
  }

  protected override writeEntity<T extends ResourceType>(
    stored: StoredEntity<T>,
    _before: unknown,
    { hash }: PutOptions
  ): void {
    const { type, name, revision } = stored;
    this.keep(type, name, stored);
    if (hash !== undefined) this.secrets.set(name, { hash, version: revision });
  }

  protected override eraseEntity(type: ResourceType, name: string): void {
    this.keep(type, name, undefined);
    if (type === 'internalusers') this.secrets.set(name, undefined);
  }

  protected override writeDocument(id: DocumentId, stored: StoredDocument): void {
    this.bodies.set(id, stored);
  }

  private keep(type: ResourceType, name: string, stored: StoredEntity | undefined): void {
    const written = this.entities.get(type) ?? new Map<string, StoredEntity | undefined>();
    this.entities.set(type, written.set(name, stored));
  }
}
