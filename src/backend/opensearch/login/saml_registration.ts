/**
 * Service provider metadata for a SAML provider, created from the domain in the cluster's
 * configuration. A cluster has no API for it.
 */
import { isJsonObject } from '../../model/entity_shape';
import { getDynamic } from '../../model/security_config';
import { toDescription } from '../../login/saml_description';

type Json = Readonly<Record<string, unknown>>;

/** Path of the assertion consumer service, relative to the product's address in the domain. */
const CONSUMER = '_opendistro/_security/saml/acs';
const KEYS = ['sp.signature_private_key', 'sp.signature_private_key_filepath'];

/**
 * @param config - the cluster's document `config`
 * @returns `undefined` without such a domain, or if it signs requests: its key belongs to the
 *   cluster and may be a file on its nodes
 */
export async function samlRegistration(config: Json | undefined): Promise<string | undefined> {
  const settings = getSamlSettings(config);
  if (!settings) return undefined;
  const [issuer, address] = [textAt(settings, 'sp.entity_id'), textAt(settings, 'kibana_url')];
  const signs = KEYS.some((key) => textAt(settings, key) !== undefined);
  if (issuer === undefined || address === undefined || signs) return undefined;
  return toDescription({
    library: {
      issuer,
      callbackUrl: `${address.replace(/\/$/, '')}/${CONSUMER}`,
      identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      wantAssertionsSigned: false,
    },
  });
}

/** Settings of the first enabled domain, in the cluster's order. */
function getSamlSettings(config: Json | undefined): Json | undefined {
  const { authc } = getDynamic(config);
  const domains = Object.values(isJsonObject(authc) ? authc : {})
    .filter(isJsonObject)
    .filter((domain) => domain['http_enabled'] === true)
    .sort((a, b) => Number(a['order'] ?? 0) - Number(b['order'] ?? 0));
  for (const { http_authenticator: authenticator } of domains)
    if (isJsonObject(authenticator) && authenticator['type'] === 'saml')
      return isJsonObject(authenticator['config']) ? authenticator['config'] : {};
  return undefined;
}

/** Settings may be nested, or have dots in their names. */
function textAt(settings: Json, name: string): string | undefined {
  const [first = '', ...rest] = name.split('.');
  const inner = settings[first];
  const value =
    settings[name] ?? (rest.length > 0 && isJsonObject(inner) ? inner[rest.join('.')] : undefined);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
