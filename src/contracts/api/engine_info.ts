/** Information about the engine, connections and certificates. */
import { Type, type TSchema } from '@sinclair/typebox';
import { closedObject, flag, integer, mapOf, nullable, optional, text, texts } from '../schema';

export const HEALTH_RESPONSE = closedObject({
  message: nullable(text()),
  mode: text('As requested; `strict` by default.'),
  status: text('`UP`.'),
  settings: optional(
    closedObject({ 'plugins.security.cache.ttl_minutes': integer() }, 'Since 3.4.')
  ),
});

export const WHO_AM_I_RESPONSE = closedObject({
  dn: nullable(text(), "Subject of the caller's certificate."),
  is_admin: flag('Whether it is one of `engine.authcz.admin_dn`.'),
  is_node_certificate_request: flag('Whether it is one of the nodes.'),
});

/** Always empty, because the engine has no tenant indices. */
export const TENANT_INDICES_RESPONSE = mapOf(text(), 'Index to tenant.');

/** Common start of responses from all nodes. There is only one node. */
const ALL_NODES = {
  _nodes: closedObject({ total: integer(), successful: integer(), failed: integer() }),
  cluster_name: text(),
};
const byNode = <T extends TSchema>(node: T) => mapOf(node, 'By id of the node.');

export const CONFIG_UPDATE_RESPONSE = closedObject({
  ...ALL_NODES,
  configupdate_response: closedObject({
    nodes: byNode(
      closedObject({
        updated_config_types: texts(),
        updated_config_size: integer(),
        message: nullable(text()),
      })
    ),
    node_size: integer(),
    has_failures: flag(),
    failures_size: integer(),
  }),
});

const CERTIFICATE = {
  issuer_dn: text(),
  subject_dn: text(),
  san: text('Alternative names as kinds and values; may be empty.'),
  not_before: text('ISO 8601.'),
  not_after: text('ISO 8601.'),
};

export const NODE_CERTIFICATES_RESPONSE = closedObject({
  http_certificates_list: nullable(Type.Array(closedObject(CERTIFICATE))),
  transport_certificates_list: nullable(Type.Array(closedObject(CERTIFICATE))),
});

/** The last four fields exist since 3.4. */
const CERTIFICATES = Type.Array(
  closedObject({
    ...CERTIFICATE,
    format: optional(text()),
    alias: optional(nullable(text())),
    serial_number: optional(text()),
    has_private_key: optional(flag()),
  })
);

export const CERTIFICATES_RESPONSE = closedObject({
  ...ALL_NODES,
  nodes: byNode(
    closedObject({
      name: text(),
      certificates: closedObject({
        http: optional(CERTIFICATES),
        transport: optional(CERTIFICATES),
        transport_client: optional(CERTIFICATES),
      }),
    })
  ),
});

export const TLS_INFO_RESPONSE = closedObject({
  principal: nullable(text(), "Subject of the caller's certificate."),
  peer_certificates: text('How many.'),
  peer_certificates_list: optional(nullable(texts(), 'Only with `show_dn`, like the next one.')),
  local_certificates_list: optional(nullable(texts())),
  ssl_protocol: nullable(text()),
  ssl_cipher: nullable(text()),
  // Up to 2.19.
  ssl_openssl_available: optional(flag()),
  ssl_openssl_version: optional(integer()),
  ssl_openssl_version_string: optional(nullable(text())),
  ssl_openssl_non_available_cause: optional(text()),
  ssl_openssl_supports_key_manager_factory: optional(flag()),
  ssl_openssl_supports_hostname_validation: optional(flag()),
  ssl_provider_http: nullable(text()),
  ssl_provider_transport_server: nullable(text()),
  ssl_provider_transport_client: nullable(text()),
});

const UPGRADES = closedObject({
  roles: closedObject({ add: optional(texts()), modify: optional(texts()) }),
});

export const UPGRADE_CHECK_RESPONSE = closedObject({
  status: text('`OK`.'),
  upgradeAvailable: flag(),
  upgradeActions: optional(UPGRADES),
});

export const UPGRADE_RESPONSE = closedObject({ status: text('`OK`.'), upgrades: UPGRADES });
