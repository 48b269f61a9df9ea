/**
 * Errors of the engine's REST API in the cluster's own words. Its responses have no codes, so
 * errors that screens show are recognized by their texts.
 */
import { defineError } from './define';

export const ENGINE_ERRORS = Object.freeze({
  weakPassword: defineError('core.engine.weak_password', {
    status: 400,
    defaultMessage: 'Weak password',
  }),
  passwordRule: defineError('core.engine.password_rule', {
    status: 400,
    defaultMessage:
      'Password should be at least 8 characters long and contain at least one uppercase letter, one lowercase letter, one digit, and one special character.',
  }),
  similarPassword: defineError('core.engine.similar_password', {
    status: 400,
    defaultMessage: 'Password is similar to user name',
  }),
  wrongCurrentPassword: defineError('core.engine.wrong_current_password', {
    status: 400,
    defaultMessage: 'Could not validate your current password.',
  }),
  factorNotProven: defineError('core.engine.factor_not_proven', {
    status: 400,
    defaultMessage: 'The code is wrong or expired. Start again.',
  }),
  factorRequired: defineError('core.engine.factor_required', {
    status: 400,
    defaultMessage:
      'Two-factor authentication is required. Add another factor before you remove this one.',
  }),
  requiredRoleUnknown: defineError('core.engine.required_role_unknown', {
    status: 400,
    defaultMessage: 'There is no role “{name}”.',
  }),
  requirementChanged: defineError('core.engine.requirement_changed', {
    status: 409,
    defaultMessage:
      'Someone else changed which roles require two-factor authentication after you opened the page. Reload it and repeat your change.',
  }),
  passkeysWithoutSite: defineError('core.engine.passkeys_without_site', {
    status: 400,
    defaultMessage: 'Passkeys need HTTPS and a host name. Set server.publicBaseUrl.',
  }),
  factorsOfOthers: defineError('core.engine.factors_of_others', {
    status: 400,
    defaultMessage: 'Two-factor authentication is for internal users only.',
  }),
  apiKeysOfOthers: defineError('core.engine.api_keys_of_others', {
    status: 400,
    defaultMessage: 'API keys are for internal users only.',
  }),
  tooManyApiKeys: defineError('core.engine.too_many_api_keys', {
    status: 400,
    defaultMessage: "You can't have more than {limit} API keys. Revoke one you no longer use.",
  }),
  tooManyApiKeysOfAll: defineError('core.engine.too_many_api_keys_of_all', {
    status: 400,
    defaultMessage:
      'The server has reached its limit of {limit} API keys. Ask an administrator to revoke some.',
  }),
  foreignApiKeyRole: defineError('core.engine.foreign_api_key_role', {
    status: 400,
    defaultMessage: 'A key can only have roles you have. You don\'t have "{role}".',
  }),
  apiKeyNothing: defineError('core.engine.api_key_permissions_nothing', {
    status: 400,
    defaultMessage: "Can't save the key's permissions: they are empty.",
  }),
  apiKeyEntries: defineError('core.engine.api_key_permissions_entries', {
    status: 400,
    defaultMessage: "Can't save the key's permissions: each kind is limited to {limit} entries.",
  }),
  apiKeyEmptyList: defineError('core.engine.api_key_permissions_empty_list', {
    status: 400,
    defaultMessage: "Can't save the key's permissions: {place} is empty.",
  }),
  apiKeyLongList: defineError('core.engine.api_key_permissions_long_list', {
    status: 400,
    defaultMessage: "Can't save the key's permissions: {place} has more than {limit} names.",
  }),
  apiKeyPattern: defineError('core.engine.api_key_permissions_pattern', {
    status: 400,
    defaultMessage:
      "Can't save the key's permissions: {place} must be a name or pattern of 1 to {limit} characters, not a regular expression.",
  }),
  apiKeyLength: defineError('core.engine.api_key_permissions_length', {
    status: 400,
    defaultMessage:
      "Can't save the key's permissions: they are limited to {limit} characters in total.",
  }),
  apiKeyRolesToo: defineError('core.engine.api_key_permissions_roles_too', {
    status: 400,
    defaultMessage:
      "Can't save the key's permissions: choose either roles or custom permissions, not both.",
  }),
  trialUnknown: defineError('core.engine.trial_unknown', {
    status: 400,
    defaultMessage: '[{place}] is unknown.',
  }),
  trialMisfit: defineError('core.engine.trial_misfit', {
    status: 400,
    defaultMessage: '[{place}] has the wrong type.',
  }),
  apiKeysOff: defineError('core.engine.api_keys_off', {
    status: 403,
    defaultMessage: 'API keys are turned off on this server (engine.api_keys.enabled).',
  }),
  apiKeyNameTaken: defineError('core.engine.api_key_name_taken', {
    status: 400,
    defaultMessage: 'You already have an API key named "{name}". Choose another name.',
  }),
  noSuchApiKey: defineError('core.engine.no_such_api_key', {
    status: 404,
    defaultMessage: "This API key doesn't exist. It may have been revoked.",
  }),
  namedInConfiguration: defineError('core.engine.named_in_configuration', {
    status: 400,
    defaultMessage:
      "The server's configuration file uses the role “{name}”. Change it there first.",
  }),
  tenantMoving: defineError('core.engine.tenant_moving', {
    status: 409,
    defaultMessage: "Another tenant's objects are being moved. Try again in a moment.",
  }),
  renameUnfinished: defineError('core.engine.rename_unfinished', {
    status: 409,
    defaultMessage:
      'An earlier rename of “{from}” to “{to}” has not finished. Rename it to “{to}” to finish it.',
  }),
  partOfRename: defineError('core.engine.part_of_rename', {
    status: 409,
    defaultMessage:
      'This change of “{name}” is part of a rename and cannot be reverted alone. Revert the rename.',
  }),
  renameUndone: defineError('core.engine.rename_undone', {
    status: 503,
    defaultMessage:
      "Couldn't rename “{name}”: the cluster didn't respond as expected. The rename was undone. Try again in a moment.",
  }),
  renameStopped: defineError('core.engine.rename_stopped', {
    status: 503,
    defaultMessage:
      'The rename stopped before it was finished. Both names exist, and no one has lost access. Rename “{from}” to “{to}” again to finish it.',
  }),
  tenantSharesIndex: defineError('core.engine.tenant_shares_index', {
    status: 400,
    defaultMessage:
      "There is a user named “{name}”. A cluster stores the objects of this user's private tenant and of the tenant “{name}” together, so it can't move them.",
  }),
  inPersonOnly: defineError('core.engine.in_person_only', {
    status: 403,
    defaultMessage:
      'Log in to do this. API keys and on-behalf-of tokens cannot change how their owner logs in, end sessions, or issue credentials.',
  }),
  noWayIn: defineError('core.engine.no_way_in', {
    status: 400,
    defaultMessage:
      "After this change, no one could log in with a password, and you couldn't log in again. Keep at least one domain on that you can log in with, and no domain before it that prompts for other credentials.",
  }),
  ownWayIn: defineError('core.engine.own_way_in', {
    status: 400,
    defaultMessage:
      'This change affects the authentication domain you logged in with, so you might not be able to come back. Log in through another domain to change it.',
  }),
  apiKeyReadsOnly: defineError('core.engine.api_key_reads_only', {
    status: 403,
    defaultMessage: 'This API key is read-only.',
  }),
  apiKeyName: defineError('core.engine.api_key_name', {
    status: 400,
    defaultMessage: 'Enter a name for the key.',
  }),
  apiKeyDays: defineError('core.engine.api_key_days', {
    status: 400,
    defaultMessage: 'A key can be valid for 1 to {limit} days.',
  }),
  apiKeyRoles: defineError('core.engine.api_key_roles', {
    status: 400,
    defaultMessage: 'A key can have at most {limit} roles.',
  }),
  factorName: defineError('core.engine.factor_name', {
    status: 400,
    defaultMessage: 'Enter a name for the factor.',
  }),
  existingRole: defineError('core.engine.existing_role', {
    status: 400,
    defaultMessage:
      '{name} is an existing role. A action group cannot be named with an existing role name.',
  }),
  ownDataName: defineError('core.engine.own_data_name', {
    status: 400,
    defaultMessage: "The name ''{name}'' is not allowed: files use it for their own data.",
  }),
  tooMuchAsked: defineError('core.engine.too_much_asked', {
    status: 400,
    defaultMessage: 'The calculation took more than {limit} ms. Select fewer indices or roles.',
  }),
  configurationNotRead: defineError('core.engine.configuration_not_read', {
    status: 403,
    defaultMessage: 'No permission to read the configuration.',
  }),
  rightToRead: defineError('core.engine.right_to_read', {
    status: 403,
    defaultMessage: 'You need permission to read {kinds}.',
  }),
  rightToChange: defineError('core.engine.right_to_change', {
    status: 403,
    defaultMessage: 'You need permission to change {kinds}.',
  }),
  tokenPassword: defineError('core.engine.token_password', {
    status: 403,
    defaultMessage: 'Token-authenticated users cannot change passwords',
  }),
  accessDenied: defineError('core.engine.access_denied', {
    status: 403,
    defaultMessage: 'Access denied',
  }),
  reserved: defineError('core.engine.reserved', {
    status: 403,
    defaultMessage: "Resource ''{name}'' is reserved.",
  }),
  static: defineError('core.engine.static', {
    status: 403,
    defaultMessage: "Resource ''{name}'' is static.",
  }),
  notAvailable: defineError('core.engine.not_available', {
    status: 404,
    defaultMessage: "Resource ''{name}'' is not available.",
  }),
  notFound: defineError('core.engine.not_found', {
    status: 404,
    defaultMessage: "{kind} ''{name}'' not found.",
  }),
  noHistoryAccess: defineError('core.engine.no_history_access', {
    status: 403,
    defaultMessage: 'No permission to read the history.',
  }),
  unparsable: defineError('core.engine.unparsable', {
    status: 400,
    defaultMessage: 'Could not parse content of request.',
  }),
  bodyRequired: defineError('core.engine.body_required', {
    status: 400,
    defaultMessage: 'Request body required for this action.',
  }),
  invalidConfiguration: defineError('core.engine.invalid_configuration', {
    status: 400,
    defaultMessage: 'Invalid configuration: {details}',
  }),
  wrongDatatype: defineError('core.engine.wrong_datatype', {
    status: 400,
    defaultMessage: 'Wrong datatype: {details}',
  }),
  blankElement: defineError('core.engine.blank_element', {
    status: 400,
    defaultMessage: '`null` or blank values are not allowed as json array elements',
  }),
  tooLong: defineError('core.engine.too_long', {
    status: 400,
    defaultMessage: 'String value exceeds the maximum allowed length of {limit} characters',
  }),
  invalidPattern: defineError('core.engine.invalid_pattern', {
    status: 400,
    defaultMessage: 'Invalid pattern: {details}',
  }),
  invalidQuery: defineError('core.engine.invalid_query', {
    status: 400,
    defaultMessage: 'Invalid DLS query: {details}',
  }),
  ownActionGroup: defineError('core.engine.own_action_group', {
    status: 400,
    defaultMessage: '{name} cannot be an allowed_action of itself',
  }),
  nameTooLong: defineError('core.engine.name_too_long', {
    status: 400,
    defaultMessage: '{kind} name exceeds maximum length of {limit}.',
  }),
  invalidGuardrail: defineError('core.engine.invalid_guardrail', {
    status: 400,
    defaultMessage: 'Invalid guardrail: {details}',
  }),
  guardrailGrant: defineError('core.engine.guardrail_grant', {
    status: 409,
    defaultMessage:
      "This change breaks the guardrail ''{name}'' ({action}): it would give access through {way}. Change the guardrail first if that is intended.",
  }),
  guardrailLoss: defineError('core.engine.guardrail_loss', {
    status: 409,
    defaultMessage:
      "This change breaks the guardrail ''{name}'' ({action}): {user} would lose access that it guarantees. Change the guardrail first if that is intended.",
  }),
  guardrailGrantAsks: defineError('core.engine.guardrail_grant_asks', {
    status: 409,
    defaultMessage:
      "This change breaks the guardrail ''{name}'' ({action}): it would give access through {way}. If that is intended, give a reason (with the API: in the header x-change-reason).",
  }),
  guardrailLossAsks: defineError('core.engine.guardrail_loss_asks', {
    status: 409,
    defaultMessage:
      "This change breaks the guardrail ''{name}'' ({action}): {user} would lose access that it guarantees. If that is intended, give a reason (with the API: in the header x-change-reason).",
  }),
  guardrailUnchecked: defineError('core.engine.guardrail_unchecked', {
    status: 409,
    defaultMessage:
      "Guardrails can't be checked for this change in advance, so it was refused. Change the entries one at a time instead.",
  }),
  guardrailsUnreadable: defineError('core.engine.guardrails_unreadable', {
    status: 503,
    defaultMessage:
      "The guardrails can't be read right now, so the change was refused. Try again later. The server log names the reason.",
  }),
  userOrSubject: defineError('core.engine.user_or_subject', {
    status: 400,
    defaultMessage: 'Specify either a user or a subject, not both.',
  }),
});

export const ENGINE_ERROR_LIST = Object.values(ENGINE_ERRORS);
