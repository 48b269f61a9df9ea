/**
 * TLS certificates of the connection of a request, if this server terminates TLS; otherwise the
 * lists are empty. There is never a transport layer.
 */
import {
  CERTIFICATES_RESPONSE,
  NODE_CERTIFICATES_RESPONSE,
  TLS_INFO_RESPONSE,
} from '../../../../contracts/api/engine_info';
import type { CertificateFacts, EngineResponse, TlsConnection } from '../../../api/engine';
import type { Compatibility } from '../../../api/settings';
import {
  queryFlag,
  queryValue,
  type RequestContext,
  type RestDeps,
  type Route,
} from '../request/request_context';
import { CLUSTER_NAME, getNodeId, getPeer, getTls } from '../request/caller_info';
import { accessDenied, badRequest, illegalArgument, json } from '../../../model/responses';

export const certificateRoutes = ({ store, settings }: RestDeps): readonly Route[] => [
  {
    methods: ['GET'],
    path: '/sslinfo',
    prefix: 'legacy',
    access: 'authenticated',
    query: ['show_dn'],
    handler: (call) => sslInfo(settings.compatibility, call),
    doc: { summary: "The caller's TLS connection", responseSchema: TLS_INFO_RESPONSE },
  },
  {
    methods: ['GET'],
    path: '/api/ssl/certs',
    access: 'SSL',
    handler: superAdmin(({ caller }) =>
      json(200, {
        http_certificates_list: getTls(caller)?.server
          ? serverCertificates(getTls(caller)).map(shortForm)
          : null,
        transport_certificates_list: null,
      })
    ),
    doc: { summary: 'Certificates of this node', responseSchema: NODE_CERTIFICATES_RESPONSE },
  },
  ...['/api/certificates', '/api/certificates/{nodeId}'].map((path): Route => ({
    methods: ['GET'],
    path,
    prefix: 'current',
    access: 'SSL',
    query: ['cert_type', 'timeout'],
    handler: superAdmin((call) => certificates(getNodeId(store), settings.compatibility, call)),
    doc: { summary: 'Certificates of all nodes, or of one', responseSchema: CERTIFICATES_RESPONSE },
  })),
  {
    methods: ['PUT'],
    path: '/api/ssl/{certType}/reloadcerts',
    access: 'SSL',
    // Reloading is disabled by default; super administrators get this response.
    handler: superAdmin(({ request }) =>
      badRequest(
        `no handler found for uri [${request.path.slice(0, 300)}] and method [PUT]. ` +
          'In order to use SSL reload functionality set plugins.security.ssl_cert_reload_enabled to true'
      )
    ),
    doc: { summary: 'Reload certificates; not available here' },
  },
];

function superAdmin(handler: (call: RequestContext) => EngineResponse): Route['handler'] {
  return (call) => (call.isSuperAdmin ? handler(call) : accessDenied());
}

function sslInfo(
  compatibility: Compatibility,
  { caller, request }: RequestContext
): EngineResponse {
  const tls = getTls(caller);
  const peer = getPeer(caller);
  const subjects = (list: readonly CertificateFacts[] | undefined) =>
    list?.map(({ subject }) => subject) ?? null;
  return json(200, {
    principal: peer?.[0].subject ?? null,
    peer_certificates: String(peer?.length ?? 0),
    ...(queryFlag(request, 'show_dn', false) && {
      peer_certificates_list: subjects(peer),
      local_certificates_list: subjects(tls && serverCertificates(tls)),
    }),
    ssl_protocol: tls?.protocol ?? null,
    ssl_cipher: tls?.cipher ?? null,
    ...(compatibility === '2.19' && {
      ssl_openssl_available: false,
      ssl_openssl_version: -1,
      ssl_openssl_version_string: null,
      ssl_openssl_non_available_cause: '',
      ssl_openssl_supports_key_manager_factory: false,
      ssl_openssl_supports_hostname_validation: false,
    }),
    ssl_provider_http: null,
    ssl_provider_transport_server: null,
    ssl_provider_transport_client: null,
  });
}

const serverCertificates = (tls: TlsConnection | undefined): readonly CertificateFacts[] =>
  tls?.server ? [tls.server] : [];

/** With seconds, as Java formats instants. */
const instant = (ms: number): string => new Date(ms).toISOString().replace('.000', '');

/** Type numbers of alternative names (RFC 5280 section 4.2.1.6), as Java prints them. */
const NAME_KINDS: Readonly<Record<string, number>> = {
  email: 1,
  DNS: 2,
  DirName: 4,
  URI: 6,
  'IP Address': 7,
  'Registered ID': 8,
};

const alternativeNames = ({ alternativeNames: names }: CertificateFacts): string =>
  names.length === 0
    ? ''
    : `[${names.map(([kind, value]) => `[${NAME_KINDS[kind] ?? 0}, ${value}]`).join(', ')}]`;

const shortForm = (certificate: CertificateFacts) => ({
  issuer_dn: certificate.issuer,
  subject_dn: certificate.subject,
  san: alternativeNames(certificate),
  not_before: instant(certificate.notBeforeMs),
  not_after: instant(certificate.notAfterMs),
});

const longForm = (certificate: CertificateFacts, has_private_key: boolean) => ({
  ...shortForm(certificate),
  format: 'pem',
  alias: null,
  serial_number: certificate.serialNumber,
  has_private_key,
});

/** 3.4 also lists the authorities. */
const allCertificates = (tls: TlsConnection | undefined) => [
  ...(tls?.authorities ?? []).map((one) => longForm(one, false)),
  ...serverCertificates(tls).map((one) => longForm(one, true)),
];

const OLDER_LAYERS = ['http', 'transport'];
const LAYERS = [...OLDER_LAYERS, 'transport_client'];

/**
 * Nodes can be selected by id, by name, or by a cluster's keywords for several nodes, separated by
 * commas.
 */
function certificates(
  nodeId: string,
  compatibility: Compatibility,
  { params, caller, request }: RequestContext
): EngineResponse {
  const names = [nodeId, CLUSTER_NAME, '_all', '_local', '_master', '_cluster_manager'];
  const requestedNodes = params['nodeId']?.split(',') ?? ['_all'];
  const includesThisNode = requestedNodes.some((name) => names.includes(name));
  const requestedType = queryValue(request, 'cert_type') ?? 'all';
  const isOlder = compatibility === '2.19';
  const layer = isOlder ? requestedType.toLowerCase() : requestedType;
  const layers = isOlder ? OLDER_LAYERS : LAYERS;
  if (layer !== 'all' && !layers.includes(layer))
    return illegalArgument(`Invalid certificate type: ${requestedType.slice(0, 100)}`);
  const tls = getTls(caller);
  const getCertificates = (one: string) => {
    if (one !== 'http' || (layer !== 'all' && layer !== 'http')) return [];
    return isOlder ? serverCertificates(tls).map(shortForm) : allCertificates(tls);
  };
  // 2.19 also lists the layers that were not requested.
  const named = isOlder || layer === 'all' ? layers : [layer];
  const certificates = Object.fromEntries(named.map((one) => [one, getCertificates(one)]));
  const node = { name: CLUSTER_NAME, certificates };
  const count = includesThisNode ? 1 : 0;
  return json(200, {
    _nodes: { total: count, successful: count, failed: 0 },
    cluster_name: CLUSTER_NAME,
    nodes: includesThisNode ? { [nodeId]: node } : {},
  });
}
