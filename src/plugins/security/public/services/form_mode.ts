/** Mode of a form. */
export type EditAction = 'create' | 'edit' | 'duplicate';
