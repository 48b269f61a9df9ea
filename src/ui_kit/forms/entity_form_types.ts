/** What a form over an entity is given, and what it offers to its frame and fields. */
import type { Control, FieldValues } from 'react-hook-form';
import type {
  FailureLink,
  FormDataSource,
  FormProblems,
  PrefilledValues,
  SaveCondition,
  Version,
} from './form_types';
import type { Versions } from './merge';

/** Options of {@link useEntityForm}. `S`: values of the form; `E`: the entity. */
export interface EntityFormOptions<S extends FieldValues, E extends object> {
  /** Data source of the entity. */
  readonly store: FormDataSource<E>;
  /** Heading of the form, shown with its draft. */
  readonly label: string;
  /**
   * Fields whose values never leave the page. All others are stored in the tab when the session
   * ends, for the same user. Absent: any field may contain a secret, and nothing is stored.
   */
  readonly secrets?: readonly string[];
  /** Initial values; read once. */
  readonly initial: S;
  /**
   * Values shown initially as if they were typed; read once. A draft of the same proposal, or one
   * without a proposal, takes precedence.
   */
  readonly proposal?: PrefilledValues<S>;
  /** The version from which the form was filled; `undefined` for a new entity. */
  readonly source: Version<E> | undefined;
  /**
   * Saving creates a new entity and never replaces one. Default: true without `source`. If false,
   * saving replaces the version that was read, or after a conflict the newer one.
   */
  readonly isNew?: boolean;
  /** Returns the name under which the entity is saved and read. */
  readonly nameOf: (form: S) => string;
  /** Display name of the entity in the conflict dialog. Default: its name. */
  readonly title?: string;
  /**
   * Returns the entity to save; fields of the original that the form does not know are preserved.
   */
  readonly toEntity: (form: S, original: E | undefined) => object;
  /**
   * Called on every change after the first blur of a field; returns an empty object if there are no
   * problems.
   */
  readonly validate: (form: S) => FormProblems;
  /** Returns the message after a successful save. */
  readonly savedText: (form: S) => string;
  /** Returns the path of the saved entity, which that message then links to. */
  readonly savedPath?: (form: S) => string;
  /** Returns the path inside the app that opens after a save. */
  readonly nextPath: (form: S) => string;
  /** Discards the input and starts from the other user's version. */
  readonly onLoadTheirs: (theirs: Version<E>) => void;
}

/** For the conflict dialog; the other user's version is always one that `readTheirs` returned. */
export interface FormConflict extends Omit<Versions, 'theirs'> {
  /** Display name of the entity. */
  readonly name: string;
  /** Returns the version that was saved first; `undefined` if the entity was deleted. */
  readonly readTheirs: (signal: AbortSignal) => Promise<Version<object> | undefined>;
  /** Discards the input and starts from the other user's version. */
  readonly loadTheirs: (theirs: Version<object>) => void;
  /** Saves the merged changes. */
  readonly saveMerged: (merged: object, theirs: Version<object>) => void;
  /**
   * Returns to the form.
   * @param theirs - the version that the next save replaces; `undefined` if the entity was deleted
   */
  readonly keepEditing: (theirs: Version<object> | undefined) => void;
}

/** A failed save that does not concern a field. */
export interface SaveFailure {
  /** The server's message, or general advice. */
  readonly message: string;
  /** Set if the server did not respond: which part of the input survives a reload. */
  readonly unreachable?: 'all' | 'withoutSecrets' | 'nothing';
  /** Pages that help, in place of trying again. */
  readonly links?: readonly FailureLink[];
}

/** State of a form, for {@link FormFrame} and its fields. */
export interface EntityForm<S extends FieldValues> {
  /** For the fields. */
  readonly control: Control<S>;
  /**
   * Validates, then saves. Does nothing while it is busy. Never rejects: errors are in `problems`,
   * `failure` or `conflict`.
   */
  readonly submit: () => Promise<void>;
  /** Whether a save is in progress. */
  readonly isBusy: boolean;
  /** All known problems, after the form was submitted. */
  readonly problems: FormProblems;
  /** Why saving failed, if the error does not concern a field. */
  readonly failure: SaveFailure | undefined;
  /** Counts the rejected submissions; each one moves the focus to the first problem. */
  readonly rejections: number;
  /** Set while a conflict with another user's change needs a decision. */
  readonly conflict: FormConflict | undefined;
  /** Whether the form shows input from an earlier visit. */
  readonly isRestored: boolean;
  /** Resets the form to its initial values. */
  readonly discard: () => void;
  /** Leaves the form and discards the input, with an offer to restore it. */
  readonly abandon: () => void;
  /** Validates; returns what a save would send, or `undefined` if there are problems. */
  readonly check: () => Promise<CheckedEntity | undefined>;
  /** Forgets the input as after a save, because it was handed over elsewhere. */
  readonly settle: () => void;
}

/** What a save of a form would send. */
export interface CheckedEntity {
  /** Name under which it would be saved. */
  readonly name: string;
  /** The entity as the form's `toEntity` makes it. */
  readonly entity: object;
  /** The version that it would replace, or that it is new. */
  readonly condition: SaveCondition;
}
