/**
 * Errors of the engine's REST API in the cluster's own words. Its responses have no codes, so
 * errors that screens show are recognized by their texts. Source: docs/reference/engine.md.
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
    defaultMessage: 'The proof does not hold, or it came too late. Begin again.',
  }),
  factorRequired: defineError('core.engine.factor_required', {
    status: 400,
    defaultMessage: 'A second factor is required here. Add another one before you remove this one.',
  }),
  passkeysWithoutSite: defineError('core.engine.passkeys_without_site', {
    status: 400,
    defaultMessage:
      'Passkeys need an address of this server with a host name and TLS: set server.publicBaseUrl.',
  }),
  factorsOfOthers: defineError('core.engine.factors_of_others', {
    status: 400,
    defaultMessage: 'Second factors are for users whom this server keeps itself.',
  }),
  apiKeysOfOthers: defineError('core.engine.api_keys_of_others', {
    status: 400,
    defaultMessage: 'API keys are for users whom this server keeps itself.',
  }),
  tooManyApiKeys: defineError('core.engine.too_many_api_keys', {
    status: 400,
    defaultMessage: 'No user has more than {limit} API keys. Revoke one that is not used any more.',
  }),
  tooManyApiKeysOfAll: defineError('core.engine.too_many_api_keys_of_all', {
    status: 400,
    defaultMessage:
      'There are {limit} API keys already, which is the limit of this server. Have an administrator revoke some.',
  }),
  foreignApiKeyRole: defineError('core.engine.foreign_api_key_role', {
    status: 400,
    defaultMessage:
      'A key can be narrowed to roles of your own only, and "{role}" is none of them.',
  }),
  apiKeyNothing: defineError('core.engine.api_key_permissions_nothing', {
    status: 400,
    defaultMessage: 'The permissions of the key cannot be saved: they name nothing.',
  }),
  apiKeyEntries: defineError('core.engine.api_key_permissions_entries', {
    status: 400,
    defaultMessage:
      'The permissions of the key cannot be saved: there are at most {limit} entries of a kind.',
  }),
  apiKeyEmptyList: defineError('core.engine.api_key_permissions_empty_list', {
    status: 400,
    defaultMessage: 'The permissions of the key cannot be saved: {place} is empty.',
  }),
  apiKeyLongList: defineError('core.engine.api_key_permissions_long_list', {
    status: 400,
    defaultMessage:
      'The permissions of the key cannot be saved: {place} has more than {limit} names.',
  }),
  apiKeyPattern: defineError('core.engine.api_key_permissions_pattern', {
    status: 400,
    defaultMessage:
      'The permissions of the key cannot be saved: {place} is no name or pattern of 1 to {limit} characters; regular expressions are not for keys.',
  }),
  apiKeyLength: defineError('core.engine.api_key_permissions_length', {
    status: 400,
    defaultMessage:
      'The permissions of the key cannot be saved: together they have at most {limit} characters.',
  }),
  apiKeyRolesToo: defineError('core.engine.api_key_permissions_roles_too', {
    status: 400,
    defaultMessage:
      'The permissions of the key cannot be saved: a key is narrowed to roles or has permissions of its own, not both.',
  }),
  trialUnknown: defineError('core.engine.trial_unknown', {
    status: 400,
    defaultMessage: '[{place}] is not known.',
  }),
  trialMisfit: defineError('core.engine.trial_misfit', {
    status: 400,
    defaultMessage: '[{place}] has a value of another kind.',
  }),
  apiKeysOff: defineError('core.engine.api_keys_off', {
    status: 403,
    defaultMessage: 'API keys are switched off on this server (engine.api_keys.enabled).',
  }),
  apiKeyNameTaken: defineError('core.engine.api_key_name_taken', {
    status: 400,
    defaultMessage: 'You have an API key called "{name}" already. Choose another name.',
  }),
  noSuchApiKey: defineError('core.engine.no_such_api_key', {
    status: 404,
    defaultMessage: 'There is no such API key; it may have been revoked.',
  }),
  inPersonOnly: defineError('core.engine.in_person_only', {
    status: 403,
    defaultMessage:
      'Log in to do this. API keys and on-behalf-of tokens cannot change how their owner logs in, end sessions, or issue credentials.',
  }),
  noWayIn: defineError('core.engine.no_way_in', {
    status: 400,
    defaultMessage:
      'After this change nobody could sign in with a password any more, and you could not come back. Keep one enabled authentication domain by which you can sign in, with none before it that asks for something else.',
  }),
  ownWayIn: defineError('core.engine.own_way_in', {
    status: 400,
    defaultMessage:
      'This change alters the authentication domain that you have signed in by, so that you might not come back. Keep it as it is, or sign in by another enabled domain to change it.',
  }),
  apiKeyReadsOnly: defineError('core.engine.api_key_reads_only', {
    status: 403,
    defaultMessage: 'This API key may only read.',
  }),
  apiKeyName: defineError('core.engine.api_key_name', {
    status: 400,
    defaultMessage: 'Give the key a name.',
  }),
  apiKeyDays: defineError('core.engine.api_key_days', {
    status: 400,
    defaultMessage: 'A key is good for 1 to {limit} days.',
  }),
  apiKeyRoles: defineError('core.engine.api_key_roles', {
    status: 400,
    defaultMessage: 'A key is narrowed to at most {limit} roles.',
  }),
  factorName: defineError('core.engine.factor_name', {
    status: 400,
    defaultMessage: 'Give the factor a name.',
  }),
  existingRole: defineError('core.engine.existing_role', {
    status: 400,
    defaultMessage:
      '{name} is an existing role. A action group cannot be named with an existing role name.',
  }),
  ownDataName: defineError('core.engine.own_data_name', {
    status: 400,
    defaultMessage: "''{name}'' cannot be a name: files keep their own data under it.",
  }),
  tooMuchAsked: defineError('core.engine.too_much_asked', {
    status: 400,
    defaultMessage: 'The work took more than {limit} ms. Ask about fewer indices or roles.',
  }),
  configurationNotRead: defineError('core.engine.configuration_not_read', {
    status: 403,
    defaultMessage: 'No permission to read the configuration.',
  }),
  rightToRead: defineError('core.engine.right_to_read', {
    status: 403,
    defaultMessage: 'This takes the right to read {kinds}.',
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
  userOrSubject: defineError('core.engine.user_or_subject', {
    status: 400,
    defaultMessage: 'Ask about either a user or a subject, not both.',
  }),
});

export const ENGINE_ERROR_LIST = Object.values(ENGINE_ERRORS);
