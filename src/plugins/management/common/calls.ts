/** Calls of the plugin: its server handles them, its browser part sends them. */
import { defineCall } from '@sd/contracts';
import { MANAGEMENT_ERRORS } from './errors';
import { COPY_BODY, COPY_RESPONSE, TYPES_RESPONSE } from './wire';

export const READ_MANAGED_TYPES = defineCall({
  method: 'GET',
  path: '/api/management/saved_objects/_types',
  summary: 'Types of saved objects that users can manage',
  access: 'user',
  responses: { 200: TYPES_RESPONSE },
});

export const COPY_TO_TENANT = defineCall({
  method: 'POST',
  path: '/api/management/saved_objects/_copy_to_tenant',
  summary: 'Copy saved objects into another tenant',
  access: 'user',
  body: COPY_BODY,
  responses: { 200: COPY_RESPONSE },
  errors: Object.values(MANAGEMENT_ERRORS),
});
