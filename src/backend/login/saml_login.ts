/**
 * SAML 2.0 web browser single sign-on. The engine creates the request, verifies the response and
 * returns a token for it. This module handles the redirects, for every backend.
 */
import { createHash, randomBytes } from 'node:crypto';
import { LOGIN_LIMITS } from '../../contracts/limits';
import type {
  AuthenticationResult,
  Engine,
  Login,
  LoginInput,
  LoginMethod,
  LoginStep,
  Principal,
  SessionStore,
} from '../api';
import { isJsonObject } from '../model/entity_shape';
import { PREFIX } from '../model/paths';

/**
 * Values that identify a response and that an attacker cannot change when replaying it: digests are
 * signed, and encrypted values cannot be modified without the key. Attributes may contain `>`; the
 * text read after it is then not valid base64.
 */
const MARK = /<(?:[^\s<>/:"'=]+:)?(?:DigestValue|CipherValue)(?:\s[^<>]*)?>([^<]*)</g;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** XML features that could make other parsers read a different document. */
const HIDING = /<!|^[^<]*<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])/i;
const NAME_BYTES = 24;

class UsedResponses {
  /** @param now - wall clock, in epoch milliseconds */
  constructor(
    private readonly store: Pick<SessionStore, 'put' | 'list'>,
    private readonly now: () => number = Date.now
  ) {}

  /**
   * Must be called with a verified response before the login succeeds. If the same response arrives
   * twice at the same moment, both may be rejected; the user then logs in again.
   * @param response - base64
   * @returns whether the response had not been used
   */
  async use(response: string): Promise<boolean> {
    const marks = marksIn(Buffer.from(response, 'base64').toString('utf8'));
    const firsts = await Promise.all(marks.map((mark) => this.isFirst(mark)));
    return marks.length > 0 && firsts.every(Boolean);
  }

  private async isFirst(mark: string): Promise<boolean> {
    const createdAtMs = this.now();
    // User names cannot begin with this character.
    const userName = `\u0000saml answer ${mark}`;
    await this.store.put({
      key: randomBytes(NAME_BYTES).toString('base64url'),
      userName,
      contents: new Uint8Array(),
      createdAtMs,
      expiresAtMs: createdAtMs + LOGIN_LIMITS.usedResponseMs,
    });
    return (await this.store.list(userName)).length === 1;
  }
}

/** @returns an empty list if the response cannot be identified reliably */
function marksIn(xml: string): readonly string[] {
  if (HIDING.test(xml)) return [];
  const found = new Set<string>();
  for (const [, text = ''] of xml.matchAll(MARK)) {
    const base64 = text.replace(/\s+/g, '');
    if (!BASE64.test(base64)) return [];
    found.add(createHash('sha256').update(Buffer.from(base64, 'base64')).digest('base64url'));
    if (found.size > LOGIN_LIMITS.usedResponseIds) return [];
  }
  return [...found];
}

/** Id of this method, and type of its domains. */
const SAML = 'saml';
const CHALLENGE = /^X-Security-IdP .*\blocation="([^"]+)".*\brequestId="([^"]+)"/;

const INVALID: AuthenticationResult = { ok: false, reason: 'invalid' };
const conclude = (result: AuthenticationResult): LoginStep => ({ kind: 'concluded', result });

export interface SamlLoginDeps extends Pick<LoginMethod, 'loggedOutByProvider' | 'description'> {
  readonly engine: Pick<Engine, 'request'>;
  /** Shared by all servers of the backend. */
  readonly sessions: Pick<SessionStore, 'put' | 'list'>;
  readonly authenticate: Login['authenticate'];
}

/** A token of the engine is valid until it expires, so there is nothing to refresh. */
export class SamlLogin implements LoginMethod {
  readonly loggedOutByProvider: LoginMethod['loggedOutByProvider'];
  readonly description: LoginMethod['description'];
  private readonly used: UsedResponses;

  constructor(private readonly deps: SamlLoginDeps) {
    this.used = new UsedResponses(deps.sessions);
    this.loggedOutByProvider = deps.loggedOutByProvider;
    this.description = deps.description;
  }

  /**
   * With the fields of a response, the provider started the login itself and the response completes
   * it. Concludes with `invalid` also if the engine does not offer SAML first or is unavailable.
   */
  async begin(input: LoginInput): Promise<LoginStep> {
    if (input.fields['SAMLResponse'] !== undefined) return this.exchange(null, input);
    const { headers } = await this.deps.engine.request(
      { kind: 'anonymous', remoteAddress: input.remoteAddress },
      // Without this parameter, an engine with anonymous access would not challenge.
      { method: 'GET', path: `${PREFIX}/authinfo`, query: { auth_type: SAML } }
    );
    const [, location, requestId] = CHALLENGE.exec(headers['www-authenticate'] ?? '') ?? [];
    if (location === undefined || requestId === undefined) return conclude(INVALID);
    return { kind: 'redirect', state: requestId, location, mark: requestId };
  }

  complete(state: string, input: LoginInput): Promise<LoginStep> {
    return this.exchange(state, input);
  }

  async logout(principal: Principal): Promise<{ readonly location?: string }> {
    const { body } = await this.deps.engine.request(
      { kind: 'user', principal },
      { method: 'GET', path: `${PREFIX}/authinfo` }
    );
    const location = isJsonObject(body) ? body['sso_logout_url'] : undefined;
    return typeof location === 'string' && location !== '' ? { location } : {};
  }

  /**
   * @param requestId - id of the request that it must respond to; `null` for an unsolicited
   *   response
   */
  private async exchange(requestId: string | null, input: LoginInput): Promise<LoginStep> {
    const { fields, remoteAddress } = input;
    const { SAMLResponse = '', acsEndpoint = '' } = fields;
    const { statusCode, body } = await this.deps.engine.request(
      { kind: 'anonymous', remoteAddress },
      {
        method: 'POST',
        path: `${PREFIX}/api/authtoken`,
        // Without this parameter, a cluster with anonymous access would treat the request as
        // anonymous.
        query: { auth_type: SAML },
        body: { SAMLResponse, RequestId: requestId, acsEndpoint },
      }
    );
    const authorization = isJsonObject(body) ? body['authorization'] : undefined;
    if (statusCode === 429) return conclude({ ok: false, reason: 'unavailable' });
    if (statusCode !== 200 || typeof authorization !== 'string') return conclude(INVALID);
    const result = await this.deps.authenticate({ ...input, headers: { authorization } });
    if (!result.ok) return conclude(result);
    if (!(await this.used.use(SAMLResponse))) return conclude(INVALID);
    return conclude({ ok: true, principal: await remembering(result.principal, authorization) });
  }
}

/** Adds the token's expiry and the provider's session, which clusters report only in the token. */
async function remembering(principal: Principal, authorization: string): Promise<Principal> {
  const claims = await getClaims(authorization);
  const text = (name: string): string | undefined => {
    const value = claims[name];
    return typeof value === 'string' ? value : undefined;
  };
  const [subject, session] = [text('saml_ni'), text('saml_si')];
  return {
    ...principal,
    ...(typeof claims['exp'] === 'number' && { expiresAtMs: claims['exp'] * 1_000 }),
    provider: {
      method: SAML,
      ...(subject !== undefined && { subject }),
      ...(session !== undefined && { session }),
    },
  };
}

/** The engine has already verified the token. */
async function getClaims(authorization: string): Promise<Readonly<Record<string, unknown>>> {
  const { decodeJwt } = await import('jose');
  try {
    return decodeJwt(authorization.replace(/^bearer +/i, ''));
  } catch {
    return {};
  }
}
