/** Reads the domains of a security configuration, which may have been written by other tools. */
import type { SecurityConfig } from '../../../../common';

export interface Domain {
  readonly name: string;
  readonly isHttpEnabled: boolean;
  readonly isTransportEnabled: boolean | undefined;
  readonly backendType: string;
  readonly backendConfig: unknown;
}

export interface AuthenticationDomain extends Domain {
  readonly order: number;
  readonly httpType: string;
  readonly hasChallenge: boolean;
  readonly httpConfig: unknown;
}

export interface Domains {
  /** In evaluation order. */
  readonly authentication: readonly AuthenticationDomain[];
  /** Sorted by name. */
  readonly authorization: readonly Domain[];
}

export function listDomains(config: SecurityConfig): Domains {
  const dynamic = dynamicPart(config);
  return {
    authentication: Object.entries(part(dynamic, 'authc'))
      .map(([name, domain]) => toAuthentication(name, toRecord(domain)))
      .sort((a, b) => a.order - b.order || byName(a, b)),
    authorization: Object.entries(part(dynamic, 'authz'))
      .map(([name, domain]) => toDomain(name, toRecord(domain), 'authorization_backend'))
      .sort(byName),
  };
}

/** Stored domains by name. */
export const storedDomains = (config: SecurityConfig): Readonly<Record<string, Fields>> =>
  Object.fromEntries(
    Object.entries(part(dynamicPart(config), 'authc')).map(([name, one]) => [name, toRecord(one)])
  );

/**
 * The order of a new domain: free, and in front of the first domain that prompts for credentials,
 * because domains behind it are never tried. Without such a domain, after all others.
 */
export function nextOrder(all: Readonly<Record<string, Fields>>): number {
  const domains = Object.entries(all).map(([name, domain]) => toAuthentication(name, domain));
  const taken = domains.map(({ order }) => order);
  const prompting = domains.flatMap(({ isHttpEnabled, hasChallenge, order }) =>
    isHttpEnabled && hasChallenge ? [order] : []
  );
  if (prompting.length === 0) return Math.max(-1, ...taken) + 1;
  let order = Math.min(...prompting) - 1;
  while (taken.includes(order)) order--;
  return order;
}

/** `config.dynamic.http`. */
export const connectionSettings = (config: SecurityConfig): Fields =>
  part(dynamicPart(config), 'http');

const dynamicPart = (config: SecurityConfig): Fields => part(part(config, 'config'), 'dynamic');

function toAuthentication(name: string, domain: Fields): AuthenticationDomain {
  const http = part(domain, 'http_authenticator');
  const order = Number(domain['order'] ?? 0);
  return {
    ...toDomain(name, domain, 'authentication_backend'),
    order: Number.isFinite(order) ? order : 0,
    httpType: text(http['type']),
    hasChallenge: http['challenge'] !== false,
    httpConfig: http['config'],
  };
}

function toDomain(name: string, domain: Fields, backendKey: string): Domain {
  const backend = part(domain, backendKey);
  const transport = domain['transport_enabled'];
  return {
    name,
    isHttpEnabled: domain['http_enabled'] !== false,
    isTransportEnabled: typeof transport === 'boolean' ? transport : undefined,
    backendType: text(backend['type']),
    backendConfig: backend['config'],
  };
}

type Fields = Readonly<Record<string, unknown>>;

const toRecord = (value: unknown): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};

const part = (fields: object, key: string): Fields => toRecord((fields as Fields)[key]);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const byName = (a: Domain, b: Domain): number => a.name.localeCompare(b.name);
