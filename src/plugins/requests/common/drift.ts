/** Drift from a folder of configuration files: errors. */
import { defineError } from '@sd/contracts';

export const DRIFT_ERRORS = Object.freeze({
  off: defineError('security.drift_off', {
    status: 404,
    defaultMessage: 'No folder is configured. Set opensearch_security.drift.folder.',
  }),
  broken: defineError('security.drift_broken', {
    status: 409,
    defaultMessage: "The folder can't be read, so nothing was changed. Correct its files first.",
  }),
  stale: defineError('security.drift_stale', {
    status: 409,
    defaultMessage:
      'The configuration or the folder has changed since. Nothing was changed. Review the differences again.',
  }),
  unknownEntry: defineError('security.drift_unknown_entry', {
    status: 404,
    defaultMessage: '"{name}" ({kind}) doesn\'t differ from the folder.',
  }),
  variables: defineError('security.drift_variables', {
    status: 409,
    defaultMessage:
      '"{name}" ({kind}) contains variables, so the server can\'t create it. Import it with the command line.',
  }),
  unwritable: defineError('security.drift_unwritable', {
    status: 409,
    defaultMessage:
      "The server can't write {file}. Make the folder writable, or change the file yourself.",
  }),
  secretOnly: defineError('security.drift_secret_only', {
    status: 409,
    defaultMessage:
      'Only the password of "{name}" differs, and passwords are not written to files. Put it back or ignore internalusers/{name}.hash.',
  }),
});
