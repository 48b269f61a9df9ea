/** What callers are told when the place where data is kept fails, whichever backend it is. */
import { defineError } from './define';

export const BACKEND_ERRORS = Object.freeze({
  noSpace: defineError('core.backend.no_space', {
    status: 507,
    defaultMessage:
      'Nothing was saved: no space is left on the disk of the server. Try again when its administrator has freed some.',
  }),
  unwritable: defineError('core.backend.unwritable', {
    status: 507,
    defaultMessage:
      'Nothing was saved: the server cannot write to its disk. Its log tells the administrator why.',
  }),
  unavailable: defineError('core.backend.unavailable', {
    status: 503,
    defaultMessage: 'The store is not available right now. Try again later.',
  }),
});
