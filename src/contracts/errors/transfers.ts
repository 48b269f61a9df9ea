/** Errors of saved object files: imports, exports and copies. */
import { defineError } from './define';

export const TRANSFER_ERRORS = Object.freeze({
  fileExtension: defineError('core.import.file_extension', {
    status: 400,
    defaultMessage: 'Invalid file extension {extension}',
  }),
  uploadIncomplete: defineError('core.import.upload_incomplete', {
    status: 400,
    defaultMessage: '[request body]: the form ends before its last part',
  }),
  tooManyParts: defineError('core.import.too_many_parts', {
    status: 400,
    defaultMessage: '[request body]: a form must not have more than {limit} parts',
  }),
  retriesTooLong: defineError('core.import.retries_too_long', {
    status: 413,
    defaultMessage: '[request body.retries]: must not be longer than {limit} characters',
  }),
  overwritesCopies: defineError('core.import.overwrites_copies', {
    status: 400,
    defaultMessage: 'cannot use [overwrite] with [createNewCopies]',
  }),
  lineTooLarge: defineError('core.import.line_too_large', {
    status: 413,
    defaultMessage:
      'Line {line} is larger than {limit} bytes, the most that a saved object may have.',
  }),
  tooManyLines: defineError('core.import.too_many_lines', {
    status: 413,
    defaultMessage: 'The file has more than {limit} lines. Remove blank ones.',
  }),
  lineTooManyValues: defineError('core.import.line_too_many_values', {
    status: 413,
    defaultMessage:
      'Line {line} holds more than {limit} values, the most that a saved object may have.',
  }),
  /** `problem` is the parser's own text, in English. */
  lineNotJson: defineError('core.import.line_not_json', {
    status: 400,
    defaultMessage: 'Line {line} is not JSON: {problem}',
  }),
  tooManyImported: defineError('core.import.too_many_objects', {
    status: 400,
    defaultMessage: "Can''t import more than {limit} objects",
  }),
  notUnique: defineError('core.import.not_unique', {
    status: 400,
    defaultMessage: 'Non-unique import objects detected: [{objects}]',
  }),
  importStopped: defineError('core.import.stopped', {
    status: 507,
    defaultMessage:
      "The import stopped after {count} of {total} objects: the server can't write to its disk. When it can, import the file again and overwrite existing objects.",
  }),
  nothingChosen: defineError('core.export.nothing_chosen', {
    status: 400,
    defaultMessage: 'Either "type" or "objects" are required.',
  }),
  typesAndObjects: defineError('core.export.types_and_objects', {
    status: 400,
    defaultMessage: 'Can\'\'t specify both "types" and "objects" properties when exporting',
  }),
  searchAndObjects: defineError('core.export.search_and_objects', {
    status: 400,
    defaultMessage: 'Can\'\'t specify both "search" and "objects" properties when exporting',
  }),
  objectsNotExportable: defineError('core.export.objects_not_exportable', {
    status: 400,
    defaultMessage: 'Trying to export object(s) with non-exportable types: {types}',
  }),
  typesNotExportable: defineError('core.export.types_not_exportable', {
    status: 400,
    defaultMessage: 'Trying to export non-exportable type(s): {types}',
  }),
  notAllFound: defineError('core.export.not_all_found', {
    status: 400,
    defaultMessage: 'Error fetching objects to export',
  }),
  tooManyExported: defineError('core.export.too_many_objects', {
    status: 400,
    defaultMessage: "Can''t export more than {limit} objects",
  }),
  exportTooLarge: defineError('core.export.too_large', {
    status: 413,
    defaultMessage:
      'These objects have {bytes} bytes; at most {limit} can be exported together. Choose fewer.',
  }),
  ownTransfers: defineError('core.transfer.too_many_own', {
    status: 429,
    defaultMessage:
      'You have too many imports, exports and copies running (limit: {limit} per user). Try again later.',
  }),
  allTransfers: defineError('core.transfer.too_many', {
    status: 429,
    defaultMessage:
      'Too many imports, exports and copies are running (limit: {limit}). Try again later.',
  }),
});
