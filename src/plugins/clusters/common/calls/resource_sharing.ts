/** Resources that plugins of a cluster let users share. */
import {
  defineCall,
  RESOURCE_SHARING,
  RESOURCES_QUERY,
  SHARE_BODY,
  SHARE_RESPONSE,
  SHARED_RESOURCES,
  CALL_ERRORS,
} from '@sd/contracts';
import { CLUSTER_ERRORS } from '../errors';

export const READ_RESOURCE_SHARING = defineCall({
  method: 'GET',
  path: '/api/v1/resource_sharing',
  forClusters: true,
  summary: 'Types of resources that can be shared',
  access: 'user',
  responses: { 200: RESOURCE_SHARING },
});

export const LIST_SHARED_RESOURCES = defineCall({
  method: 'GET',
  path: '/api/v1/resource_sharing/resources',
  forClusters: true,
  summary: 'The resources of one type, and who has access',
  access: 'user',
  query: RESOURCES_QUERY,
  responses: { 200: SHARED_RESOURCES },
  errors: [CLUSTER_ERRORS.unknownResourceType, CALL_ERRORS.featureUnsupported],
});

export const SHARE_RESOURCE = defineCall({
  method: 'POST',
  path: '/api/v1/resource_sharing/share',
  forClusters: true,
  summary: 'Share a resource, or revoke access to it',
  access: 'user',
  body: SHARE_BODY,
  responses: { 200: SHARE_RESPONSE },
  errors: [
    CLUSTER_ERRORS.unknownResourceType,
    CLUSTER_ERRORS.unknownAccessLevel,
    CLUSTER_ERRORS.notShareable,
    CALL_ERRORS.featureUnsupported,
  ],
});
