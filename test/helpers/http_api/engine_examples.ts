/**
 * One request for each operation of the engine API, ordered so that each finds the data it needs.
 */
import type { Example } from './described_calls';

export type Call = readonly [id: string, example?: Example];

const PASSWORD = 'Jane-doe-secret-7';
const NAME = 'described';
const named = { params: { name: NAME } };
const describes = (text: string) => [{ op: 'add', path: '/description', value: text }];

/** The five operations of a collection and its entries. */
function collection(type: string, body: object, patch: object = describes('Patched')[0]!): Call[] {
  return [
    [`put_api_${type}_name`, { ...named, body, status: 201 }],
    [`get_api_${type}`],
    [`get_api_${type}_name`, named],
    [`patch_api_${type}_name`, { ...named, body: [patch] }],
    [`patch_api_${type}`, { body: [{ op: 'add', path: `/${NAME}_2`, value: body }] }],
    [`delete_api_${type}_name`, named],
  ];
}

/** Operations of a collection under its older name. */
const alias = (type: string, body: object): Call[] => [
  [`put_api_${type}_name`, { ...named, body, status: 201 }],
  [`get_api_${type}`],
  [`get_api_${type}_name`, named],
  [`delete_api_${type}_name`, named],
];

const ROLE = {
  cluster_permissions: ['cluster_monitor'],
  index_permissions: [{ index_patterns: ['logs-*'], allowed_actions: ['read'] }],
};
const USER = { password: PASSWORD, backend_roles: ['staff'], attributes: { unit: 'north' } };
const GROUP = { allowed_actions: ['indices:data/read/*'] };
const LISTENER = {
  type: 'ip',
  allowed_tries: 9,
  time_window_seconds: 60,
  block_expiry_seconds: 60,
};
const SERVICE = { attributes: { service: 'true', enabled: 'true' } };

/** A dry run, so that later requests find the entity under its name. */
function rename(type: string, body: object): Call[] {
  const example = { query: { dry_run: 'true' }, body: { to: 'new_name' } };
  return [
    [`put_api_${type}_name`, { params: { name: 'renamed' }, body, status: 201 }],
    [`post_api_${type}_name_rename`, { ...example, params: { name: 'renamed' } }],
    [`post_api_v1_configuration_${type}_id_rename`, { ...example, params: { id: 'renamed' } }],
  ];
}

/** @param documents - the current single documents, which are written back unchanged */
export const engineCalls = (documents: {
  readonly audit: object;
  readonly config: object;
  readonly allowList: object;
  readonly tenancy: object;
}): Call[] => [
  ...collection('internalusers', USER),
  ...alias('user', USER),
  ...collection('actiongroups', GROUP),
  ...alias('actiongroup', GROUP),
  ...collection('tenants', { description: 'North' }),
  ...collection(
    'nodesdn',
    { nodes_dn: ['CN=node-1'] },
    { op: 'replace', path: '/nodes_dn', value: ['CN=node-2'] }
  ),
  ...rename('actiongroups', GROUP),
  ...rename('tenants', { description: 'North' }),
  ...rename('roles', ROLE),
  ['put_api_roles_name', { params: { name: 'described_2' }, body: ROLE, status: 201 }],
  ...collection('roles', ROLE).slice(0, -1),
  ...collection('rolesmapping', { users: ['jane'] }),
  ['delete_api_roles_name', named],
  ['put_api_internalusers_name', { params: { name: 'robot' }, body: SERVICE, status: 201 }],
  ['post_api_internalusers_name_authtoken', { params: { name: 'robot' } }],
  ['post_api_user_name_authtoken', { params: { name: 'robot' }, status: 501 }],
  ['post_api_authtoken', { body: { SAMLResponse: '', RequestId: null, acsEndpoint: '' } }],
  ['get_api_account'],
  ...['authinfo', 'dashboardsinfo', 'kibanainfo', 'health', 'whoami'].flatMap((name): Call[] => [
    [`get_${name}`],
    [`post_${name}`],
  ]),
  ['get_whoamiprotected'],
  // Only the server itself may call these two.
  ['get_tenantinfo', { status: 403 }],
  ['post_tenantinfo', { status: 403 }],
  ['put_configupdate', { status: 403 }],
  ['get_api_permissionsinfo'],
  ['get_api_tenancy_config'],
  ['put_api_tenancy_config', { body: documents.tenancy }],
  ['get_api_audit'],
  ['put_api_audit_config', { body: documents.audit }],
  ['patch_api_audit', { body: [{ op: 'replace', path: '/config/enabled', value: true }] }],
  ['get_api_securityconfig'],
  ['get_api_securityconfig_trial'],
  ['post_api_securityconfig_trial', { body: { headers: { authorization: 'Bearer x.y.z' } } }],
  ['put_api_securityconfig_config', { body: documents.config }],
  [
    'patch_api_securityconfig',
    {
      body: [
        {
          op: 'add',
          path: '/config/dynamic/on_behalf_of',
          value: { enabled: true, signing_key: Buffer.alloc(32, 7).toString('base64') },
        },
      ],
    },
  ],
  ['post_api_obo_token', { body: { description: 'For a report', durationSeconds: 60 } }],
  ['post_api_generateonbehalfoftoken', { body: { description: 'For a report' } }],
  ['get_api_allowlist'],
  ['put_api_allowlist', { body: documents.allowList }],
  [
    'patch_api_allowlist',
    { body: [{ op: 'replace', path: '/config', value: documents.allowList }] },
  ],
  ['get_api_guardrails'],
  [
    'put_api_guardrails',
    { body: { logs: { rule: 'always', users: ['admin'], action: 'read', index: 'logs-*' } } },
  ],
  ['put_api_authfailurelisteners_name', { ...named, body: LISTENER }],
  ['get_api_authfailurelisteners'],
  ['delete_api_authfailurelisteners_name', named],
  ['delete_api_cache'],
  ['delete_api_cache_user_name', { params: { name: 'jane' } }],
  ['get_sslinfo'],
  ['get_api_ssl_certs'],
  ['get_api_certificates'],
  ['get_api_certificates_nodeId', { params: { nodeId: '_all' } }],
  // The engine has no certificates to reload.
  ['put_api_ssl_certType_reloadcerts', { params: { certType: 'http' }, status: 400 }],
  ['get_api_upgrade_check'],
  // A new configuration needs no upgrade.
  ['post_api_upgrade_perform', { body: { configs: ['roles'] }, status: 400 }],
  [
    'put_api_account',
    { body: { password: 'Another-admin-password-2', current_password: 'Other-admin-password-3' } },
  ],
];
