/** The authentication domains of the stored security configuration. */
import { isJsonObject } from './entity_shape';
import { withConfigDefaults } from './security_config';

type Json = Readonly<Record<string, unknown>>;

/** An enabled entry of `config.dynamic.authc`. */
export interface StoredDomain {
  readonly name: string;
  /** Type of the authenticator. */
  readonly type: string;
  /** Type of the authentication backend. */
  readonly backend: string;
  readonly isChallenging: boolean;
  /** Configuration of the authenticator. */
  readonly config: Json;
}

/** The domain in force if none is configured. */
const BUILT_IN: Json = { basic: { http_authenticator: { type: 'basic' } } };

/** Sorted by `order`. */
export function enabledDomains(document: Json | undefined): readonly StoredDomain[] {
  const stored = fillDefaults(document, 'authc');
  const authc =
    Object.keys(stored).length > 0
      ? stored
      : fillDefaults({ dynamic: { authc: BUILT_IN } }, 'authc');
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

/** Whether a domain authenticates internal users by password. */
export const isOfPasswords = ({ type, backend }: StoredDomain): boolean =>
  type === 'basic' && (backend === 'intern' || backend === 'internal');

/**
 * Types that challenge a request without credentials for them, so that later domains are skipped.
 */
const ASKING: ReadonlySet<string> = new Set(['jwt', 'openid', 'saml', 'kerberos']);

/**
 * Whether passwords of internal users are accepted, by a domain that no challenging domain
 * precedes.
 */
export function takesPasswords(document: Json | undefined): boolean {
  const enabled = enabledDomains(document);
  const first = enabled.findIndex(isOfPasswords);
  return first >= 0 && !enabled.slice(0, first).some(isAsking);
}

const isAsking = ({ type, isChallenging }: StoredDomain): boolean =>
  isChallenging && ASKING.has(type);

/** Domains that no request reaches without credentials for the challenging domain before them. */
export function challengedBefore(
  document: Json | undefined
): readonly { readonly domain: string; readonly challenging: string }[] {
  const enabled = enabledDomains(document);
  const first = enabled.findIndex(isAsking);
  const challenging = enabled[first]?.name;
  return challenging === undefined
    ? []
    : enabled.slice(first + 1).map(({ name }) => ({ domain: name, challenging }));
}

const PASSWORD_DOMAIN = 'basic_internal_auth_domain';
const NEW_DOMAIN: Json = {
  http_authenticator: { type: 'basic', challenge: true },
  authentication_backend: { type: 'intern' },
};

const freeName = (name: string, taken: Json): string =>
  Object.hasOwn(taken, name) ? freeName(`${name}_restored`, taken) : name;

/**
 * Adds or enables a domain that accepts passwords. Returns its name and the new document.
 * @returns `undefined` if passwords are accepted already
 */
export function withPasswords(
  document: Json | undefined
): { readonly name: string; readonly document: Record<string, unknown> } | undefined {
  if (takesPasswords(document)) return undefined;
  const dynamic = part(document ?? {}, 'dynamic');
  const authc = part(dynamic, 'authc');
  const all = Object.entries(part(withConfigDefaults(document), 'authc')).filter(
    (entry): entry is [string, Json] => isJsonObject(entry[1])
  );
  const orders = all.map(([, domain]) => Number(domain['order']));
  const isPasswords = ([, domain]: [string, Json]): boolean => {
    const type = part(domain, 'http_authenticator')['type'];
    return (
      type === 'basic' &&
      /^intern(al)?$/.test(String(part(domain, 'authentication_backend')['type']))
    );
  };
  const known = all.find(isPasswords)?.[0];
  const name = known ?? freeName(PASSWORD_DOMAIN, authc);
  const switchedOn = {
    ...(known === undefined ? NEW_DOMAIN : part(authc, known)),
    http_enabled: true,
  };
  const within = (domain: Json) => ({
    ...document,
    dynamic: { ...dynamic, authc: { ...authc, [name]: domain } },
  });
  const sameOrder = within(switchedOn);
  if (takesPasswords(sameOrder)) return { name, document: sameOrder };
  return { name, document: within({ ...switchedOn, order: Math.min(0, ...orders) - 1 }) };
}

/**
 * The settings that an authentication by this domain depends on. When they change, earlier
 * authentications become invalid.
 */
export const verificationDependsOn = (document: Json | undefined, domain: StoredDomain): string => {
  const { name, type, backend, config } = domain;
  return JSON.stringify([name, type, backend, config, getForwarding(document)]);
};

/** Settings of `http.xff`. */
export const getForwarding = (document: Json | undefined): Json =>
  part(fillDefaults(document, 'http'), 'xff');

const fillDefaults = (document: Json | undefined, key: string): Json =>
  part(withConfigDefaults(document), key);

function part(source: Json, key: string): Json {
  const value = source[key];
  return isJsonObject(value) ? value : {};
}
