/** Errors of the plugin's calls. Codes never change: they are from before it was a plugin. */
import { defineError } from '@sd/contracts';

export const FINDING_ERRORS = Object.freeze({
  until: defineError('security.finding_until', {
    status: 400,
    defaultMessage: 'Choose a date in the future, at most {days} days ahead.',
  }),
});
