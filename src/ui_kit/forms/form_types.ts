/** What a form of an entity is told and tells. */
import type { ReadKey } from '../queries/use_server_query';

/**
 * Path of a field, for example `name` or `rows.0.value`, to what is wrong with it. Paths are ids in
 * the page, too.
 */
export type FormProblems = Readonly<Record<string, string>>;

/** An entity in the version that was read. */
export interface Version<E> {
  /** As the server had it in this version. */
  readonly entity: E;
  /** `undefined` where the backend knows no versions. */
  readonly etag: string | undefined;
}

/** Values that a form is opened with in place of its own, unsaved: a state of former times. */
export interface PrefilledValues<S> {
  /** Tells one proposal from another. */
  readonly id: string;
  /** As the form has them, all of them. */
  readonly values: S;
}

/** What saving is allowed to do: make a new entity, or replace the version that was read. */
export type SaveCondition = { readonly create: true } | { readonly etag: string | undefined };

/** Why something was not saved. */
export type SaveError =
  /** Somebody else saved first. */
  | { readonly kind: 'conflict' }
  /** The person was asked, and thought better of it. */
  | { readonly kind: 'declined' }
  | { readonly kind: 'field'; readonly field: string; readonly message: string }
  | { readonly kind: 'other'; readonly message: string };

/** Where the entities of one kind are kept, as a form over one of them needs it. */
export interface FormDataSource<E extends object> {
  /** First parts of the keys of all that is read from there: told as changed after a save. */
  readonly key: ReadKey;
  /** The version that is there now; `undefined` when there is none of this name. */
  read(name: string, signal: AbortSignal): Promise<Version<E> | undefined>;
  /** Sends it to the server. @throws what `judge` understands */
  save(name: string, entity: object, condition: SaveCondition): Promise<unknown>;
  /** Tells conflicts, refusals of one field and others apart. */
  classify(error: unknown): SaveError;
}
