/**
 * The authentication domains of the stored security configuration. Source:
 * docs/reference/engine.md#dynamic-configuration.
 */
import { isJsonObject } from './entity_shape';
import { withConfigDefaults } from './security_config';

type Json = Readonly<Record<string, unknown>>;

/** An enabled entry of `config.dynamic.authc`. */
export interface StoredDomain {
  readonly name: string;
  /** Of the authenticator. */
  readonly type: string;
  /** Type of the authentication backend. */
  readonly backend: string;
  readonly isChallenging: boolean;
  /** Of the authenticator. */
  readonly config: Json;
}

/** What stands where no domain is configured at all. */
const BUILT_IN: Json = { basic: { http_authenticator: { type: 'basic' } } };

/** In their order. */
export function enabledDomains(document: Json | undefined): readonly StoredDomain[] {
  const stored = filled(document, 'authc');
  const authc =
    Object.keys(stored).length > 0 ? stored : filled({ dynamic: { authc: BUILT_IN } }, 'authc');
  return Object.entries(authc)
    .filter((entry): entry is [string, Json] => isJsonObject(entry[1]))
    .filter(([, domain]) => domain['http_enabled'] === true)
    .sort(([, a], [, b]) => Number(a['order']) - Number(b['order']))
    .map(([name, domain]) => {
      const authenticator = part(domain, 'http_authenticator');
      return {
        name,
        type: String(authenticator['type']),
        backend: String(part(domain, 'authentication_backend')['type']),
        isChallenging: authenticator['challenge'] !== false,
        config: part(authenticator, 'config'),
      };
    });
}

/** Proves internal users by their passwords. */
export const isOfPasswords = ({ type, backend }: StoredDomain): boolean =>
  type === 'basic' && (backend === 'intern' || backend === 'internal');

/** What a domain's proof rests on: when it changes, earlier proofs end. */
export const proofRestsOn = (document: Json | undefined, domain: StoredDomain): string => {
  const { name, type, backend, config } = domain;
  return JSON.stringify([name, type, backend, config, forwardingOf(document)]);
};

/** `http.xff`. */
export const forwardingOf = (document: Json | undefined): Json =>
  part(filled(document, 'http'), 'xff');

const filled = (document: Json | undefined, key: string): Json =>
  part(withConfigDefaults(document), key);

function part(source: Json, key: string): Json {
  const value = source[key];
  return isJsonObject(value) ? value : {};
}
