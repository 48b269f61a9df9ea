/**
 * Guardrails: promises about access that every change must keep (`GET` and `PUT
 * /api/v1/guardrails`, with `If-Match`). The body has all of them by name. `POST
 * /api/v1/guardrails/check` takes the same body and saves nothing.
 */
import { GUARDRAIL_FIELDS } from '../entities/documents';
import { closedObject, mapOf, type Shape } from '../schema';
import { AFFECTED_USERS } from './findings';

export { GUARDRAIL_RULES, ON_BREACH, type GuardrailPromise } from '../entities/documents';

const GUARDRAIL = closedObject(GUARDRAIL_FIELDS);
export const GUARDRAILS = mapOf(GUARDRAIL, 'By name.');
export type Guardrails = Shape<typeof GUARDRAILS>;

/** `POST /api/v1/guardrails/check`: guardrails that the present configuration breaks. */
export const BROKEN_GUARDRAILS = closedObject({
  broken: mapOf(AFFECTED_USERS, 'By name; those that hold are left out.'),
});
export type BrokenGuardrails = Shape<typeof BROKEN_GUARDRAILS>;
