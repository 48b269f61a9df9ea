/** Types for forms over an entity. */
import type { ReadKey } from '../queries/use_server_query';

/**
 * Problems by path of their field, for example `name` or `rows.0.value`. Paths are also the ids of
 * the elements.
 */
export type FormProblems = Readonly<Record<string, string>>;

/** An entity, in the version that was read. */
export interface Version<E> {
  /** The entity as the server returned it. */
  readonly entity: E;
  /** `undefined` if the backend does not support versions. */
  readonly etag: string | undefined;
}

/** Unsaved values that prefill a form, for example an earlier version of the entity. */
export interface PrefilledValues<S> {
  /** Identifies the proposal. */
  readonly id: string;
  /** All values of the form. */
  readonly values: S;
}

/** What saving may do: create a new entity, or replace the version that was read. */
export type SaveCondition = { readonly create: true } | { readonly etag: string | undefined };

/** Reason for a failed save. */
export type SaveError =
  /** Another user has saved in the meantime. */
  | { readonly kind: 'conflict' }
  /** The user declined a confirmation. */
  | { readonly kind: 'declined' }
  | { readonly kind: 'field'; readonly field: string; readonly message: string }
  | {
      readonly kind: 'other';
      readonly message: string;
      /** Pages that help; absent where trying again may. */
      readonly links?: readonly FailureLink[];
    };

/** A page that helps after a failed save. */
export interface FailureLink {
  /** Text of the link's button. */
  readonly text: string;
  /** Path inside the app. */
  readonly path: string;
}

/** Data source of a form: reads and saves entities of one kind. */
export interface FormDataSource<E extends object> {
  /** Key prefix of all queries of this source; they are invalidated after a save. */
  readonly key: ReadKey;
  /** Returns the current version, or `undefined` if there is no entity with this name. */
  read(name: string, signal: AbortSignal): Promise<Version<E> | undefined>;
  /** Sends the entity to the server. @throws errors that `classify` accepts */
  save(name: string, entity: object, condition: SaveCondition): Promise<unknown>;
  /** Distinguishes conflicts, errors of one field, and other errors. */
  classify(error: unknown): SaveError;
}
