/** Errors of change requests. */
import { defineError } from '@sd/contracts';

export const CHANGE_REQUEST_ERRORS = Object.freeze({
  unknown: defineError('security.change_request_unknown', {
    status: 404,
    defaultMessage: 'There is no such change request. Decided ones are kept for a limited time.',
  }),
  forbidden: defineError('security.change_request_forbidden', {
    status: 403,
    defaultMessage: "You don't have permission for all entries of this change request.",
  }),
  revised: defineError('security.change_request_revised', {
    status: 409,
    defaultMessage:
      'The change request was changed after you opened it. Nothing was applied. Reload it and review it again.',
  }),
  closed: defineError('security.change_request_closed', {
    status: 409,
    defaultMessage: 'This change request is no longer open. Nothing was changed.',
  }),
  authorOnly: defineError('security.change_request_author_only', {
    status: 403,
    defaultMessage: 'Only {author} can change or withdraw this change request.',
  }),
  fourEyes: defineError('security.change_request_four_eyes', {
    status: 403,
    defaultMessage: 'Someone else must approve your change request.',
  }),
  ownRejection: defineError('security.change_request_own_rejection', {
    status: 409,
    defaultMessage: 'Withdraw your own change request instead of rejecting it.',
  }),
  secret: defineError('security.change_request_secret', {
    status: 400,
    defaultMessage:
      'A change request can\'t contain passwords. Save the password of "{name}" yourself, then request approval for the rest.',
  }),
  newUser: defineError('security.change_request_new_user', {
    status: 400,
    defaultMessage:
      'A change request can\'t create a user, because it can\'t contain a password. Create "{name}" without roles first, then request approval for the roles.',
  }),
  unchanged: defineError('security.change_request_unchanged', {
    status: 400,
    defaultMessage: '"{name}" ({kind}) already has these values. Leave it out.',
  }),
  empty: defineError('security.change_request_empty', {
    status: 400,
    defaultMessage: 'A change request needs at least one entry. Withdraw it instead.',
  }),
  tooMany: defineError('security.change_request_too_many', {
    status: 413,
    defaultMessage: 'A change request can contain {count, number} entries.',
  }),
  tooLarge: defineError('security.change_request_too_large', {
    status: 413,
    defaultMessage: 'The entries of this change request are too large. Split it into several.',
  }),
  tooManyOpen: defineError('security.change_requests_open', {
    status: 409,
    defaultMessage:
      'There are too many open change requests (limits: {own, number} per author, {all, number} in total). Withdraw or decide some first.',
  }),
});
