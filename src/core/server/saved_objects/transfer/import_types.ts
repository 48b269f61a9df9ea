/**
 * What `_import` and `_resolve_import_errors` answer (docs/reference/core.md#saved-objects-api).
 */
import type { SavedObjectReference } from '../../../common';

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

export type ImportErrorReason =
  | { readonly type: 'conflict' }
  | { readonly type: 'unsupported_type' }
  | {
      readonly type: 'missing_references';
      readonly references: ReadonlyArray<{ readonly type: string; readonly id: string }>;
    }
  | { readonly type: 'unknown'; readonly statusCode: number; readonly message: string };

export interface ImportError {
  readonly id: string;
  readonly type: string;
  readonly title?: string;
  readonly meta: { readonly title?: string; readonly icon?: string };
  readonly overwrite?: boolean;
  readonly error: ImportErrorReason;
}

export interface ImportSuccess {
  readonly type: string;
  readonly id: string;
  readonly meta: { readonly title?: string; readonly icon?: string };
  /** The new id, when it is not the one of the file. */
  readonly destinationId?: string;
  readonly overwrite?: boolean;
}

export interface ImportResponse {
  readonly success: boolean;
  readonly successCount: number;
  readonly successResults?: readonly ImportSuccess[];
  readonly errors?: readonly ImportError[];
}

/** How one object of a file shall be imported after a first attempt reported an error. */
export interface ImportRetry {
  readonly type: string;
  readonly id: string;
  readonly overwrite?: boolean;
  readonly destinationId?: string;
  readonly replaceReferences?: ReadonlyArray<{
    readonly type: string;
    readonly from: string;
    readonly to: string;
  }>;
  readonly createNewCopy?: boolean;
  readonly ignoreMissingReferences?: boolean;
}
