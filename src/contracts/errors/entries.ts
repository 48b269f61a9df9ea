/** Errors of changes of entries, in every call that makes or prepares some. */
import { defineError } from './define';

export const ENTRY_ERRORS = Object.freeze({
  alreadyExists: defineError('security.already_exists', {
    status: 409,
    defaultMessage:
      'The {kind} "{name}" already exists. Choose another name, or edit the existing one.',
  }),
  invalidName: defineError('security.invalid_name', {
    status: 400,
    defaultMessage: 'Invalid entity name or id.',
  }),
  staleVersion: defineError('security.stale_version', {
    status: 409,
    defaultMessage:
      'Someone else changed or deleted the {kind} "{name}" after you opened it. Reload it and repeat your change.',
  }),
  staleGuardrails: defineError('security.stale_guardrails', {
    status: 409,
    defaultMessage:
      'Someone else changed the guardrails after you opened them. Reload them and repeat your change.',
  }),
  unknownFinding: defineError('security.unknown_finding', {
    status: 404,
    defaultMessage: 'This finding no longer exists.',
  }),
});
