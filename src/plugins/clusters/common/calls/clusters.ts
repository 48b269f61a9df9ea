/** The connected clusters, their connections, and the caller's credentials for them. */
import {
  BACKEND_ERRORS,
  CLUSTER_CHECK,
  CLUSTER_CONNECTION,
  CLUSTER_LIST,
  CLUSTER_SETTINGS,
  CLUSTER_TEST,
  defineCall,
  NOTHING,
  CLUSTER_REQUEST_ERRORS,
  CONFIRM_CLUSTER,
  PRECONDITIONS,
  CALL_ERRORS,
} from '@sd/contracts';
import { CONNECTION_LIMITS } from '@sd/core/common';
import { Type } from '@sinclair/typebox';
import { CLUSTER_ERRORS } from '../errors';

const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 40 }) });
/** What a test can find. */
const FAULT_ERRORS = [
  CLUSTER_ERRORS.clusterBlocked,
  CLUSTER_ERRORS.clusterAddress,
  CLUSTER_ERRORS.clusterTls,
  CLUSTER_ERRORS.clusterVersion,
  CLUSTER_ERRORS.clusterPassword,
  CLUSTER_ERRORS.clusterPlugin,
  CLUSTER_ERRORS.clusterRights,
];
const credential = Type.String({ minLength: 1, maxLength: CONNECTION_LIMITS.credentialLength });
const CREDENTIALS = Type.Object(
  { username: credential, password: credential },
  { additionalProperties: false }
);
const errors = [CLUSTER_REQUEST_ERRORS.unknownCluster, ...FAULT_ERRORS];

export const LIST_CLUSTERS = defineCall({
  method: 'GET',
  path: '/api/v1/clusters',
  summary: 'The connected clusters, home first',
  access: 'admin',
  rights: 'any',
  responses: { 200: CLUSTER_LIST },
});

export const TEST_CLUSTER = defineCall({
  method: 'POST',
  path: '/api/v1/clusters/{id}/_test',
  summary: "Test a connection with the caller's credentials",
  access: 'admin',
  rights: 'any',
  params,
  responses: { 200: CLUSTER_CHECK },
  errors: [...errors, BACKEND_ERRORS.clusterCredentials, BACKEND_ERRORS.clusterToken],
  limits: { perMinute: CONNECTION_LIMITS.testsPerMinute },
});

export const ENTER_CLUSTER_CREDENTIALS = defineCall({
  method: 'PUT',
  path: '/api/v1/clusters/{id}/credentials',
  summary: 'Store credentials for a cluster in the session',
  access: 'admin',
  rights: 'any',
  params,
  body: CREDENTIALS,
  responses: { 200: CLUSTER_CHECK },
  errors: [
    ...errors,
    CLUSTER_ERRORS.clusterNeedsSession,
    CLUSTER_ERRORS.clusterNotAsked,
    CALL_ERRORS.sessionEnded,
  ],
  limits: { perMinute: CONNECTION_LIMITS.attemptsPerMinute },
});

export const FORGET_CLUSTER_CREDENTIALS = defineCall({
  method: 'DELETE',
  path: '/api/v1/clusters/{id}/credentials',
  summary: "Forget the session's credentials for a cluster",
  access: 'admin',
  rights: 'any',
  params,
  responses: { 200: NOTHING },
  errors: [
    CLUSTER_REQUEST_ERRORS.unknownCluster,
    CLUSTER_ERRORS.clusterNeedsSession,
    CLUSTER_ERRORS.clusterNotAsked,
  ],
});

const SETTING_ERRORS = [
  CLUSTER_ERRORS.clusterHost,
  CLUSTER_ERRORS.clusterBlocked,
  CLUSTER_ERRORS.clusterCertificate,
  CLUSTER_ERRORS.clusterService,
  CLUSTER_ERRORS.clusterServiceOnly,
  CLUSTER_ERRORS.clusterTokenTls,
  CLUSTER_ERRORS.clusterNoKey,
];
const CHANGE_ERRORS = [
  CLUSTER_REQUEST_ERRORS.unknownCluster,
  CLUSTER_ERRORS.clusterStale,
  CLUSTER_ERRORS.clusterFromFile,
  CLUSTER_REQUEST_ERRORS.clusterUnconfirmed,
];
const headers = {
  'if-match': PRECONDITIONS['if-match'],
  [CONFIRM_CLUSTER]: 'Id of the cluster, to remove it or to no longer confirm its changes.',
};

export const READ_CONNECTION = defineCall({
  method: 'GET',
  path: '/api/v1/clusters/{id}',
  summary: 'A connection, without its secrets',
  access: 'admin',
  rights: 'full',
  params,
  responses: { 200: CLUSTER_CONNECTION },
  errors: [CLUSTER_REQUEST_ERRORS.unknownCluster],
});

export const ADD_CONNECTION = defineCall({
  method: 'POST',
  path: '/api/v1/clusters/{id}',
  summary: 'Connect a cluster',
  access: 'admin',
  rights: 'full',
  params,
  body: CLUSTER_SETTINGS,
  responses: { 200: CLUSTER_CONNECTION },
  errors: [
    ...SETTING_ERRORS,
    CLUSTER_ERRORS.clusterId,
    CLUSTER_ERRORS.clusterLimit,
    CLUSTER_ERRORS.clusterExists,
  ],
});

export const CHANGE_CONNECTION = defineCall({
  method: 'PUT',
  path: '/api/v1/clusters/{id}',
  summary: 'Change a connection; secrets that are absent stay',
  access: 'admin',
  rights: 'full',
  params,
  body: CLUSTER_SETTINGS,
  responses: { 200: CLUSTER_CONNECTION },
  errors: [...SETTING_ERRORS, CLUSTER_ERRORS.clusterSecretAgain, ...CHANGE_ERRORS],
  headers,
});

export const REMOVE_CONNECTION = defineCall({
  method: 'DELETE',
  path: '/api/v1/clusters/{id}',
  summary: 'Remove a connection',
  access: 'admin',
  rights: 'full',
  params,
  responses: { 200: NOTHING },
  errors: CHANGE_ERRORS,
  headers,
});

export const TEST_CONNECTION = defineCall({
  method: 'POST',
  path: '/api/v1/clusters/_test',
  summary: 'Test a connection before it is saved',
  access: 'admin',
  rights: 'full',
  body: CLUSTER_TEST,
  responses: { 200: CLUSTER_CHECK },
  errors: [
    ...SETTING_ERRORS,
    CLUSTER_ERRORS.clusterSecretAgain,
    ...FAULT_ERRORS,
    BACKEND_ERRORS.clusterCredentials,
    BACKEND_ERRORS.clusterToken,
  ],
  limits: { perMinute: CONNECTION_LIMITS.attemptsPerMinute },
});
