/** Errors of the plugin's routes. The codes never change and are also the translation ids. */
import { defineError } from '@sd/contracts';

export const NOTE_ERRORS = Object.freeze({
  readOnly: defineError('fieldNotes.errors.readOnly', {
    status: 403,
    defaultMessage: 'Your roles only allow reading field notes.',
  }),
  enoughForToday: defineError('fieldNotes.errors.enoughForToday', {
    status: 429,
    defaultMessage: 'You have written {limit} notes today, which is the limit.',
  }),
  nobodyTold: defineError('fieldNotes.errors.nobodyTold', {
    status: 502,
    defaultMessage: 'The security engine returned no user.',
  }),
});
