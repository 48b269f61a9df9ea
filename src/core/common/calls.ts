/** Calls of core that are declared once for both sides. */
import { Type } from '@sinclair/typebox';
import { GUIDE_LIST, GUIDE_RESPONSE, SETTINGS_RESPONSE } from '../../contracts/api/server';
import { defineCall } from '../../contracts/calls';
import { ENGINE_ERRORS, SERVER_ERRORS } from '../../contracts/errors';

/** Longer than all names of guides. */
const MAX_NAME_LENGTH = 64;
const NAME_PART = Type.String({ maxLength: MAX_NAME_LENGTH });

export const LIST_GUIDES = defineCall({
  method: 'GET',
  path: '/api/core/guides',
  summary: 'The guides of the product',
  access: 'user',
  responses: { 200: GUIDE_LIST },
});

export const READ_GUIDE = defineCall({
  method: 'GET',
  path: '/api/core/guides/{folder}/{name}',
  summary: 'A guide of the product',
  access: 'user',
  params: Type.Object({ folder: NAME_PART, name: NAME_PART }),
  responses: { 200: GUIDE_RESPONSE },
  errors: [SERVER_ERRORS.guideNotFound],
});

/** Values by name of the setting; `null` takes one back. */
const CHANGES = Type.Object({ changes: Type.Record(Type.String(), Type.Any()) });
/** The names of the settings API in both dialects (docs/reference/core.md#two-dialects). */
const DIALECT = Type.Union([Type.Literal('kibana'), Type.Literal('opensearch-dashboards')]);
const DIALECTS = {
  parameter: 'dialect',
  of: { kibana: {}, 'opensearch-dashboards': {} },
} as const;
const IN_DIALECT = Type.Object({ dialect: DIALECT });
const BY_KEY = Type.Object({ dialect: DIALECT, key: Type.String({ minLength: 1 }) });

export const READ_SETTINGS = defineCall({
  method: 'GET',
  path: '/api/{dialect}/settings',
  summary: 'What is set in the tenant',
  access: 'user',
  params: IN_DIALECT,
  responses: { 200: SETTINGS_RESPONSE },
  variants: DIALECTS,
});

export const CHANGE_SETTINGS = defineCall({
  method: 'POST',
  path: '/api/{dialect}/settings',
  summary: 'Change several settings; null takes one back',
  access: 'user',
  params: IN_DIALECT,
  body: CHANGES,
  responses: { 200: SETTINGS_RESPONSE },
  variants: DIALECTS,
});

export const CHANGE_SETTING = defineCall({
  method: 'POST',
  path: '/api/{dialect}/settings/{key}',
  summary: 'Change a setting',
  access: 'user',
  params: BY_KEY,
  body: Type.Object({ value: Type.Any() }),
  responses: { 200: SETTINGS_RESPONSE },
  variants: DIALECTS,
});

export const REMOVE_SETTING = defineCall({
  method: 'DELETE',
  path: '/api/{dialect}/settings/{key}',
  summary: 'Take a setting back',
  access: 'user',
  params: BY_KEY,
  responses: { 200: SETTINGS_RESPONSE },
  variants: DIALECTS,
});

export const CHOOSE_SETTINGS = defineCall({
  method: 'POST',
  path: '/api/core/preferences',
  summary: 'Choose settings for oneself, whichever the tenant; null takes a choice back',
  access: 'user',
  body: CHANGES,
  responses: { 200: SETTINGS_RESPONSE },
  errors: [ENGINE_ERRORS.inPersonOnly],
});
