/**
 * The authenticator `saml`: redirects requests without credentials to an identity provider, and
 * exchanges the provider's response for a token of this engine. The library handles XML signatures
 * and encryption (SAML 2.0).
 */
import { randomUUID } from 'node:crypto';
import type { Profile, SAML } from '@node-saml/node-saml';
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import type { AuthenticationRequest, Principal } from '../../../api/engine';
import { QueueFullError, workerTask } from '../../../../workers';
import { isJsonObject } from '../../../model/entity_shape';
import { toDescription } from '../../../login/saml_description';
import { loginQueueKey } from '../hash_queue_keys';
import { identityFromClaims } from './claims';
import {
  NONE,
  REFUSED,
  type Challenge,
  type DomainOutcome,
  type DomainAuthenticator,
  type DomainAuthenticatorDeps,
} from './domain';
import type { DomainSettings } from './domain_settings';
import type { run } from './saml_response_worker';
import type { Assertion } from './saml_assertion';
import { SamlMetadata } from './saml_metadata';
import type { SamlProvider } from './saml_metadata_worker';
import { samlSettings, type SamlSettings } from './saml_settings';
import {
  logoutResponseTo,
  postedLogoutResponseTo,
  loggedOutBy,
  type SamlVerification,
} from './saml_logout';
import { AssertionError } from './saml_xml';
import { TokenLocation } from './token_location';

const ALGORITHM = 'HS512';
/** Claim value that marks tokens issued by this domain. */
const KIND = 'saml';
/** Token lifetime if the provider's session has no end: the cluster's default. */
const LIFE_MINUTES = 60;

const SAML_RESPONSE = workerTask<typeof run>({
  folder: __dirname,
  name: 'saml_response_worker',
  timeLimitMs: DOMAIN_LIMITS.samlProofMs,
});

export class SamlDomain implements DomainAuthenticator {
  private readonly settings: SamlSettings;
  private readonly metadata: SamlMetadata;
  private readonly tokenLocation: TokenLocation;
  /** Accepted assertions by id, with the time until which they could be replayed. */
  private readonly usedAssertions = new Map<string, number>();
  private described: Promise<string> | undefined;
  private hasWarnedOfRoles = false;
  private readonly jose = import('jose');
  private readonly library = import('@node-saml/node-saml');

  /** @throws {DomainSettingsError} */
  constructor(
    settings: DomainSettings,
    private readonly deps: DomainAuthenticatorDeps
  ) {
    this.settings = samlSettings(settings, deps.filesDir);
    this.metadata = new SamlMetadata(settings, this.settings.idpEntityId, deps);
    this.tokenLocation = new TokenLocation(settings);
  }

  readonly certificates = () => this.metadata.certificates();

  async authenticate(request: AuthenticationRequest): Promise<DomainOutcome> {
    const token = this.tokenLocation.read(request);
    if (token === undefined) return NONE;
    if (token.length > DOMAIN_LIMITS.tokenLength) return REFUSED;
    const { jwtVerify, errors } = await this.jose;
    try {
      const { payload } = await jwtVerify(token, this.settings.exchangeKey, {
        algorithms: [ALGORITHM],
        audience: this.settings.library.issuer,
        requiredClaims: ['exp', 'sub'],
        currentDate: new Date(this.deps.now()),
      });
      const { typ, aud: _aud, ...claims } = payload;
      const identity =
        typ === KIND ? identityFromClaims(claims, { subject: [], roles: ['roles'] }, 0) : undefined;
      if (!identity) return REFUSED;
      const { missingRolesClaim, ...named } = identity;
      if (missingRolesClaim === undefined) return { kind: 'proven', identity };
      // The token of an assertion without the attribute has no claim for its roles.
      return {
        kind: 'proven',
        identity: { ...named, missingRolesClaim: this.settings.rolesKey },
      };
    } catch (error) {
      if (error instanceof errors.JOSEError) return REFUSED;
      throw error;
    }
  }

  readonly challenge = async (): Promise<Challenge> => {
    const requestId = `_${randomUUID()}`;
    const saml = await this.saml(await this.provider(), requestId);
    const location = await saml.getAuthorizeUrlAsync('', undefined, {});
    return {
      header: `X-Security-IdP realm="OpenSearch Security" location="${location}" requestId="${requestId}"`,
      body: '',
    };
  };

  /**
   * @returns the value of `authorization` for the user of the response, or `undefined` if it is
   *   invalid
   */
  readonly exchange = async (body: unknown, remoteAddress: string): Promise<string | undefined> => {
    const message = messageIn(body, this.settings.root);
    if (!message) return undefined;
    try {
      const assertion = await this.assertionIn(message, remoteAddress);
      this.markUsed(assertion);
      return `bearer ${await this.token(assertion)}`;
    } catch (error) {
      if (error instanceof QueueFullError) throw error;
      const reason = error instanceof AssertionError ? error.message : String(error);
      this.deps.warn('A SAML response was refused.', { reason: reason.slice(0, 200) });
      return undefined;
    }
  };

  /** The URL that ends the provider's session. */
  readonly logoutLocation = async ({ provided }: Principal): Promise<string | undefined> => {
    const provider = await this.provider();
    const nameID = provided?.attributes['attr.jwt.saml_ni'];
    if (provider.logoutAt === undefined || nameID === undefined) return undefined;
    const saml = await this.saml(provider, `_${randomUUID()}`);
    const profile: Profile = {
      issuer: this.settings.idpEntityId,
      nameID,
      nameIDFormat: provided?.attributes['attr.jwt.saml_nif'] ?? '',
      sessionIndex: provided?.attributes['attr.jwt.saml_si'],
    };
    return saml.getLogoutUrlAsync(profile, '', {});
  };

  readonly loggedOut: NonNullable<DomainAuthenticator['loggedOut']> = async (
    fields,
    remoteAddress
  ) => {
    const { settings, deps, verify } = this;
    const ended = await loggedOutBy({ settings, deps, verify }, fields, remoteAddress);
    if (!ended) return undefined;
    const provider = await this.provider();
    const { loggedOutAt, loggedOutByPostAt: action } = provider;
    const { RelayState: relay = '' } = fields;
    if (loggedOutAt !== undefined) {
      const saml = await this.saml({ ...provider, logoutAt: loggedOutAt }, `_${randomUUID()}`);
      return { ...ended.notice, location: await logoutResponseTo(saml, ended.request, relay) };
    }
    if (action === undefined) return ended.notice;
    const { privateKey: key, ...unsigned } = settings.library;
    const saml = await this.saml({ ...provider, logoutAt: action }, `_${randomUUID()}`, unsigned);
    const binding = { relay, action, key: key?.toString() };
    return { ...ended.notice, form: await postedLogoutResponseTo(saml, ended.request, binding) };
  };

  readonly description = (): Promise<string> => (this.described ??= toDescription(this.settings));

  private async assertionIn(
    { response, requestId, recipient }: SamlMessage,
    remoteAddress: string
  ): Promise<Assertion> {
    const { idpEntityId: issuer, library, allowsSha1 } = this.settings;
    const expected = { issuer, recipient, requestId, nowMs: this.deps.now() };
    const key = loginQueueKey({ remoteAddress, userName: KIND }, false);
    const result = await this.verify(({ certificates }) =>
      this.deps.workers.run(
        SAML_RESPONSE,
        { response, library, certificates, allowsSha1, expected },
        key
      )
    );
    if (!result.ok) throw new AssertionError(result.reason);
    return result.found;
  }

  /** Verifies again with the new keys if the provider has rotated them. */
  private readonly verify: SamlVerification = async (attempt) => {
    const result = await attempt(await this.provider());
    const changed = result.ok ? undefined : await this.metadata.changed();
    return changed ? attempt(changed) : result;
  };

  /** @throws {AssertionError} for an assertion that was used before */
  private markUsed({ id, endsAtMs }: Assertion): void {
    const { usedAssertions } = this;
    const nowMs = this.deps.now();
    if (usedAssertions.size >= DOMAIN_LIMITS.samlTaken)
      for (const [one, endMs] of usedAssertions) if (endMs < nowMs) usedAssertions.delete(one);
    if (usedAssertions.has(id)) throw new AssertionError('it was used before');
    if (usedAssertions.size >= DOMAIN_LIMITS.samlTaken)
      throw new AssertionError('too many were used in a short time');
    usedAssertions.set(id, endsAtMs);
  }

  private async token(assertion: Assertion): Promise<string> {
    const { subjectKey, rolesKey, rolesSeparator, exchangeKey, lifeMinutes } = this.settings;
    const { nameId, nameIdFormat, sessionIndex, sessionEndsAtMs, attributes } = assertion;
    const subject = subjectKey === undefined ? nameId : (attributes.get(subjectKey)?.[0] ?? '');
    if (subject === '') throw new AssertionError('it names nobody');
    if (!attributes.has(rolesKey)) this.warnOfMissingRoles(attributes);
    const roles = attributes
      .get(rolesKey)
      ?.flatMap((role) => (rolesSeparator === undefined ? [role] : role.split(rolesSeparator)))
      .map((role) => role.trim())
      .filter(Boolean);
    const nowMs = this.deps.now();
    const lifeMs = (lifeMinutes ?? LIFE_MINUTES) * 60_000;
    const byProvider = sessionEndsAtMs ?? Number.POSITIVE_INFINITY;
    const endMs =
      lifeMinutes === undefined && sessionEndsAtMs !== undefined
        ? sessionEndsAtMs
        : Math.min(nowMs + lifeMs, byProvider);
    const { SignJWT } = await this.jose;
    return new SignJWT({
      typ: KIND,
      ...(roles && { roles }),
      saml_ni: nameId,
      ...(nameIdFormat !== undefined && { saml_nif: nameIdFormat }),
      ...(sessionIndex !== undefined && { saml_si: sessionIndex }),
    })
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(subject)
      .setAudience(this.settings.library.issuer)
      .setNotBefore(Math.floor(nowMs / 1_000))
      .setExpirationTime(Math.floor(endMs / 1_000))
      .sign(exchangeKey);
  }

  /** Once until the settings change: a provider that never sends the attribute is no news. */
  private warnOfMissingRoles(attributes: Assertion['attributes']): void {
    if (this.hasWarnedOfRoles) return;
    this.hasWarnedOfRoles = true;
    this.deps.warn(
      'A SAML assertion lacks the attribute that roles_key names, so it gives no backend roles.',
      {
        roles_key: this.settings.rolesKey,
        attributes: [...attributes.keys()].sort().join(', ').slice(0, 200),
      }
    );
  }

  /** The provider's metadata; logs a warning if they cannot be fetched. */
  private async provider(): Promise<SamlProvider> {
    try {
      return await this.metadata.provider();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.deps.warn('The metadata of an identity provider cannot be fetched.', { error: reason });
      throw error;
    }
  }

  private async saml(
    provider: SamlProvider,
    requestId: string,
    settings: SamlSettings['library'] = this.settings.library
  ): Promise<SAML> {
    const library = await this.library;
    return new library.SAML({
      ...settings,
      idpCert: [...provider.certificates],
      entryPoint: provider.loginAt,
      ...(provider.logoutAt !== undefined && { logoutUrl: provider.logoutAt }),
      generateUniqueId: () => requestId,
    });
  }
}

interface SamlMessage {
  readonly response: string;
  readonly requestId: string | undefined;
  readonly recipient: string;
}

/** @returns `undefined` if the body is malformed or names an address outside this product */
function messageIn(body: unknown, root: string): SamlMessage | undefined {
  if (!isJsonObject(body)) return undefined;
  const { SAMLResponse: response, RequestId: requestId, acsEndpoint: endpoint = '' } = body;
  const isText = typeof response === 'string' && typeof endpoint === 'string';
  if (!isText || response.length > DOMAIN_LIMITS.samlResponseLength) return undefined;
  if (!URL.canParse(endpoint, root)) return undefined;
  const recipient = new URL(endpoint, root).href;
  const isKnown = requestId === undefined || requestId === null || typeof requestId === 'string';
  if (!recipient.startsWith(root) || !isKnown) return undefined;
  return { response, recipient, requestId: requestId ?? undefined };
}
