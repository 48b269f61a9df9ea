/** Calls of core that are declared once for both sides. */
import { Type } from '@sinclair/typebox';
import { GUIDE_LIST, GUIDE_RESPONSE } from '../../contracts/api/server';
import { defineCall } from '../../contracts/calls';
import { SERVER_ERRORS } from '../../contracts/errors';

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
