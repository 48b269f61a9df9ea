/** Addresses of the plugin's pages in the Security app. */
import { FINDINGS_PATH, GUARDRAIL_CREATE_PATH, GUARDRAILS_PATH } from '../common';

export const FINDING_PAGES = {
  list: FINDINGS_PATH,
  view: (id: string) => `${FINDINGS_PATH}/view/${encodeURIComponent(id)}`,
};

export const GUARDRAIL_PAGES = {
  list: GUARDRAILS_PATH,
  create: GUARDRAIL_CREATE_PATH,
  edit: (name: string) => `${GUARDRAILS_PATH}/edit/${encodeURIComponent(name)}`,
};
