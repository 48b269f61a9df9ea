/**
 * Guardrails: promises about access that every change must keep (`GET` and `PUT
 * /api/v1/guardrails`, with `If-Match`). The body has all of them by name.
 */
import { GUARDRAIL_FIELDS } from '../entities/documents';
import { closed, mapOf, type Shape } from '../schema';

export { GUARDRAIL_RULES, ON_BREACH, type GuardrailPromise } from '../entities/documents';

const GUARDRAIL = closed(GUARDRAIL_FIELDS);
export const GUARDRAILS = mapOf(GUARDRAIL, 'By name.');
export type Guardrails = Shape<typeof GUARDRAILS>;
