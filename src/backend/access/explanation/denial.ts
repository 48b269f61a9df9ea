/** Errors of an explanation, as codes. Callers supply the texts. */
export type ExplainError =
  | { readonly code: 'unknown_viewer' }
  /**
   * Explaining other users, subjects or unsaved changes requires permission to read the
   * configuration.
   */
  | { readonly code: 'self_only' }
  | { readonly code: 'user_and_subject' }
  | { readonly code: 'user_missing'; readonly name: string }
  | { readonly code: 'changes_invalid'; readonly problem: string };

export type Explained<T> =
  { readonly ok: true; readonly result: T } | { readonly ok: false; readonly error: ExplainError };

export const refuse = (
  error: ExplainError
): { readonly ok: false; readonly error: ExplainError } => ({ ok: false, error });
