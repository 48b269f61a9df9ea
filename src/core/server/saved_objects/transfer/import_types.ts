import type {
  ImportErrorReason,
  SavedObjectReference,
} from '../../../../contracts/api/saved_objects';

/** An object of the file. Its attributes are parsed again when they are written, not kept. */
export interface ImportedObject {
  readonly type: string;
  readonly id: string;
  readonly references: readonly SavedObjectReference[];
  readonly migrationVersion?: Readonly<Record<string, string>>;
  /** For people. */
  readonly title?: string;
  /** Why it can never be imported. */
  readonly problem?: ImportErrorReason;
  readAttributes(): Record<string, unknown>;
}
