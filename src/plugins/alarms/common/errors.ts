/** Errors of the routes. The codes never change and are also the translation ids. */
import { defineError } from '@sd/contracts';

export const ALARM_ERRORS = Object.freeze({
  unknownDestination: defineError('alarms.unknown_destination', {
    status: 404,
    defaultMessage: "There's no alarm destination with this name.",
  }),
});
