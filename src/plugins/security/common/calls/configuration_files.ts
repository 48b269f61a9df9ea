/** Configuration files: export, plan and import. */
import {
  CONFIGURATION_FILE,
  CONFIRM_QUERY,
  defineCall,
  endpointFor,
  IMPORT_BODY,
  IMPORT_KINDS,
  IMPORT_LIMITS,
  IMPORT_PLAN,
  IMPORT_PLAN_BODY,
  IMPORT_RESPONSE,
  CLUSTER_REQUEST_ERRORS,
  CONFIRM_CLUSTER,
} from '@sd/contracts';
import { Type } from '@sinclair/typebox';
import { CONFIGURATION_FILES, CONFIGURATION_FORMATS, type ConfigurationFileKind } from '../api';
import { SECURITY_ERRORS } from '../errors';

const FILE_KINDS = Object.keys(CONFIGURATION_FILES) as ConfigurationFileKind[];
const LIMITS = { bodyBytes: IMPORT_LIMITS.bodyBytes };

/** The entries of a kind as the file that a cluster reads; as CSV, a table for reviews. */
export const READ_CONFIGURATION_FILE = defineCall({
  method: 'GET',
  path: '/api/v1/configuration_files/{kind}',
  forClusters: true,
  summary: 'Show a file as a cluster reads it',
  access: 'admin',
  params: Type.Object({ kind: Type.Union(FILE_KINDS.map((kind) => Type.Literal(kind))) }),
  query: Type.Object({
    format: Type.Optional(Type.Union(CONFIGURATION_FORMATS.map((format) => Type.Literal(format)))),
  }),
  responses: { 200: CONFIGURATION_FILE },
  errors: [SECURITY_ERRORS.featureUnsupported],
  variants: {
    parameter: 'kind',
    of: Object.fromEntries(
      FILE_KINDS.map((kind) => [
        kind,
        {
          summary: `Show ${CONFIGURATION_FILES[kind]} as a cluster reads it`,
          rights: [`GET ${endpointFor(kind)}`],
        },
      ])
    ),
  },
});

export const PLAN_IMPORT = defineCall({
  method: 'POST',
  path: '/api/v1/configuration_files/{kind}/_plan',
  forClusters: true,
  summary: 'Show what entries of a file would change',
  access: 'admin',
  reads: true,
  params: Type.Object({ kind: Type.Union(IMPORT_KINDS.map((kind) => Type.Literal(kind))) }),
  query: Type.Object({}),
  body: IMPORT_PLAN_BODY,
  responses: { 200: IMPORT_PLAN },
  errors: [SECURITY_ERRORS.featureUnsupported],
  limits: LIMITS,
  variants: {
    parameter: 'kind',
    of: Object.fromEntries(
      IMPORT_KINDS.map((kind) => [
        kind,
        {
          summary: `Show what entries of a file would change (${kind})`,
          rights: [`GET ${endpointFor(kind)}`],
        },
      ])
    ),
  },
});

export const IMPORT_ENTRIES = defineCall({
  method: 'POST',
  path: '/api/v1/configuration_files/_import',
  forClusters: true,
  summary: 'Import the entries of files',
  access: 'admin',
  rights: 'each',
  query: CONFIRM_QUERY,
  body: IMPORT_BODY,
  responses: { 200: IMPORT_RESPONSE },
  errors: [
    CLUSTER_REQUEST_ERRORS.clusterUnconfirmed,
    SECURITY_ERRORS.unknownFinding,
    SECURITY_ERRORS.featureUnsupported,
  ],
  headers: { [CONFIRM_CLUSTER]: 'Id of the cluster, if it is a production cluster.' },
  limits: LIMITS,
});
