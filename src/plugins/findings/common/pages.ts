/** Patterns of the addresses of the pages in the Security app. */
export const FINDINGS_PATH = '/findings';
export const FINDING_PATH = '/findings/view/:name';
export const GUARDRAILS_PATH = '/guardrails';
export const GUARDRAIL_CREATE_PATH = '/guardrails/create';
export const GUARDRAIL_EDIT_PATH = '/guardrails/edit/:name';
