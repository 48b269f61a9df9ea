/**
 * TLS certificates: the embedded engine has none, so it answers as a cluster node over plain HTTP.
 * Source: docs/reference/engine.md#information-calls.
 */
import type { EngineResponse } from '../../../contract/engine';
import type { Call, RestDeps, Route } from '../call/call';
import { CLUSTER_NAME, nodeIdOf } from '../call/caller_info';
import { accessDenied, badRequest, json } from '../answers/responses';

export const certificateRoutes = ({ store }: RestDeps): readonly Route[] => [
  {
    methods: ['GET'],
    path: '/sslinfo',
    prefix: 'legacy',
    access: 'authenticated',
    query: ['show_dn'],
    handler: sslInfo,
    doc: { summary: "The caller's TLS connection", answer: { type: 'object' } },
  },
  {
    methods: ['GET'],
    path: '/api/ssl/certs',
    access: 'SSL',
    handler: superAdmin(() =>
      json(200, { http_certificates_list: null, transport_certificates_list: null })
    ),
    doc: { summary: 'Certificates of this node', answer: { type: 'object' } },
  },
  ...['/api/certificates', '/api/certificates/{node}'].map((path): Route => ({
    methods: ['GET'],
    path,
    prefix: 'current',
    access: 'SSL',
    query: ['cert_type', 'timeout'],
    handler: superAdmin((call) => certificates(nodeIdOf(store), call)),
    doc: { summary: 'Certificates of all nodes, or of one', answer: { type: 'object' } },
  })),
  ...['http', 'transport'].map((layer): Route => ({
    methods: ['PUT'],
    path: `/api/ssl/${layer}/reloadcerts`,
    access: 'SSL',
    // Reloading is off by default, which a super admin learns.
    handler: superAdmin(({ request }) =>
      badRequest(
        `no handler found for uri [${request.path.slice(0, 300)}] and method [PUT]. ` +
          'In order to use SSL reload functionality set plugins.security.ssl_cert_reload_enabled to true'
      )
    ),
    doc: { summary: 'Reload certificates; not available here' },
  })),
];

function superAdmin(handler: (call: Call) => EngineResponse): Route['handler'] {
  return (call) => (call.isSuperAdmin ? handler(call) : accessDenied());
}

const sslInfo = (): EngineResponse =>
  json(200, {
    principal: null,
    peer_certificates: '0',
    ssl_protocol: null,
    ssl_cipher: null,
    ssl_openssl_available: false,
    ssl_openssl_version: -1,
    ssl_openssl_version_string: null,
    ssl_openssl_non_available_cause: '',
    ssl_openssl_supports_key_manager_factory: false,
    ssl_openssl_supports_hostname_validation: false,
    ssl_provider_http: null,
    ssl_provider_transport_server: null,
    ssl_provider_transport_client: null,
  });

/**
 * Nodes are asked for by id, by name, or by the words a cluster knows for several; several by
 * commas.
 */
function certificates(nodeId: string, { params }: Call): EngineResponse {
  const names = [nodeId, CLUSTER_NAME, '_all', '_local', '_master', '_cluster_manager'];
  const wanted = params['node']?.split(',') ?? ['_all'];
  const isHere = wanted.some((name) => names.includes(name));
  const certificates = { http_certificates: [], transport_certificates: [] };
  const node = { name: CLUSTER_NAME, certificates };
  const count = isHere ? 1 : 0;
  return json(200, {
    _nodes: { total: count, successful: count, failed: 0 },
    cluster_name: CLUSTER_NAME,
    nodes: isHere ? { [nodeId]: node } : {},
  });
}
