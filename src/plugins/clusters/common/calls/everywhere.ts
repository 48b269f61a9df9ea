/** One user on home and every connected cluster. */
import {
  CONNECTION_LIMITS,
  defineCall,
  USER_CHANGES,
  USER_EVERYWHERE,
  USER_QUERY,
  REACTIVATE_BODY,
  SUSPEND_BODY,
  CLUSTER_REQUEST_ERRORS,
  CONFIRM_CLUSTER,
} from '@sd/contracts';

const errors = [CLUSTER_REQUEST_ERRORS.unknownCluster];
const CHANGE_ERRORS = [...errors, CLUSTER_REQUEST_ERRORS.clusterUnconfirmed];
const headers = {
  [CONFIRM_CLUSTER]: 'Ids of the clusters whose changes need a confirmation, with commas.',
};

export const READ_USER_EVERYWHERE = defineCall({
  method: 'GET',
  path: '/api/v1/clusters/_person',
  summary: 'One user on home and every connected cluster',
  access: 'admin',
  rights: 'each',
  query: USER_QUERY,
  responses: { 200: USER_EVERYWHERE },
  errors,
  limits: { perMinute: CONNECTION_LIMITS.usersEverywherePerMinute },
});

export const SUSPEND_EVERYWHERE = defineCall({
  method: 'POST',
  path: '/api/v1/clusters/_person/_suspend',
  summary: 'Suspend a user on several clusters',
  access: 'admin',
  rights: 'each',
  body: SUSPEND_BODY,
  responses: { 200: USER_CHANGES },
  errors: CHANGE_ERRORS,
  headers,
  limits: { perMinute: CONNECTION_LIMITS.usersEverywherePerMinute },
});

export const REACTIVATE_EVERYWHERE = defineCall({
  method: 'POST',
  path: '/api/v1/clusters/_person/_reactivate',
  summary: 'Reactivate a user on several clusters',
  access: 'admin',
  rights: 'each',
  body: REACTIVATE_BODY,
  responses: { 200: USER_CHANGES },
  errors: CHANGE_ERRORS,
  headers,
  limits: { perMinute: CONNECTION_LIMITS.usersEverywherePerMinute },
});
