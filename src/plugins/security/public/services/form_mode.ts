/** Mode of a form. Source: specification section 2.1, "Page actions". */
export type EditAction = 'create' | 'edit' | 'duplicate';
