/**
 * SAML 2.0, web browser single sign-on. The engine makes the request, proves the answer and gives a
 * token for it; here is what leads there and back, the same over every backend. Source:
 * docs/reference/engine.md#authentication.
 */
import { createHash, randomBytes } from 'node:crypto';
import { LOGIN_LIMITS } from '../../contracts/limits';
import type {
  AuthenticationRequest,
  AuthenticationResult,
  Engine,
  Login,
  LoginInput,
  LoginMethod,
  LoginStep,
  Principal,
  ProviderLogout,
  SessionStore,
} from '../api';
import { isJsonObject } from '../model/entity_shape';
import { PREFIX } from '../model/paths';

/**
 * Nobody can send an answer again and change these: digests are signed, and what is encrypted is
 * closed to whoever found it. Attributes may hold a `>`: what is then read is no base64.
 */
const MARK = /<(?:[^\s<>/:"'=]+:)?(?:DigestValue|CipherValue)(?:\s[^<>]*)?>([^<]*)</g;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Readers must not see another document than we do. */
const HIDING = /<!|^[^<]*<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])/i;
const NAME_BYTES = 24;

class UsedResponses {
  /** @param now - the wall clock, epoch milliseconds */
  constructor(
    private readonly store: Pick<SessionStore, 'put' | 'list'>,
    private readonly now: () => number = Date.now
  ) {}

  /**
   * To be called with a proven answer, and before anybody gets in by it. Of two that come at the
   * same moment neither may be the first: who has a right to it asks anew.
   * @param response - base64
   * @returns whether it had not been used
   */
  async use(response: string): Promise<boolean> {
    const marks = marksIn(Buffer.from(response, 'base64').toString('utf8'));
    const firsts = await Promise.all(marks.map((mark) => this.isFirst(mark)));
    return marks.length > 0 && firsts.every(Boolean);
  }

  private async isFirst(mark: string): Promise<boolean> {
    const createdAtMs = this.now();
    // Nobody's: no name of a user begins so.
    const userName = `\u0000saml answer ${mark}`;
    await this.store.put({
      key: randomBytes(NAME_BYTES).toString('base64url'),
      userName,
      contents: new Uint8Array(),
      createdAtMs,
      expiresAtMs: createdAtMs + LOGIN_LIMITS.usedAnswerMs,
    });
    return (await this.store.list(userName)).length === 1;
  }
}

/** @returns none where an answer cannot be told from others */
function marksIn(xml: string): readonly string[] {
  if (HIDING.test(xml)) return [];
  const found = new Set<string>();
  for (const [, text = ''] of xml.matchAll(MARK)) {
    const base64 = text.replace(/\s+/g, '');
    if (!BASE64.test(base64)) return [];
    found.add(createHash('sha256').update(Buffer.from(base64, 'base64')).digest('base64url'));
    if (found.size > LOGIN_LIMITS.answerMarks) return [];
  }
  return [...found];
}

/** Name of this way, of its domains, and among what is remembered of a person. */
const SAML = 'saml';
const CHALLENGE = /^X-Security-IdP .*\blocation="([^"]+)".*\brequestId="([^"]+)"/;

const INVALID: AuthenticationResult = { ok: false, reason: 'invalid' };
const concluded = (result: AuthenticationResult): LoginStep => ({ kind: 'concluded', result });

/** Adds this way to those of a backend. */
export class SamlLogin implements Login {
  readonly methods: readonly LoginMethod[];
  private readonly used: UsedResponses;

  /** @param sessions - of all servers on the backend */
  constructor(
    private readonly others: Login,
    private readonly engine: Pick<Engine, 'request'>,
    sessions: Pick<SessionStore, 'put' | 'list'>
  ) {
    this.used = new UsedResponses(sessions);
    this.methods = [...others.methods, { id: SAML, fields: [] }];
  }

  get headers(): readonly string[] {
    return this.others.headers;
  }

  get queryParameters(): readonly string[] {
    return this.others.queryParameters ?? [];
  }

  authenticate(request: AuthenticationRequest): Promise<AuthenticationResult> {
    return this.others.authenticate(request);
  }

  async refused(method: string, remoteAddress: string): Promise<void> {
    await this.others.refused?.(method, remoteAddress);
  }

  /**
   * With the fields of an answer the provider has begun by itself: then the answer is all there is.
   * Concludes with `invalid` also where the engine does not ask for SAML first, or cannot now.
   */
  async begin(method: string, input: LoginInput): Promise<LoginStep> {
    if (method !== SAML) return this.others.begin(method, input);
    if (input.fields['SAMLResponse'] !== undefined) return this.exchange(null, input);
    const { headers } = await this.engine.request(
      { kind: 'anonymous', remoteAddress: input.remoteAddress },
      // Otherwise whoever lets in anybody would not ask.
      { method: 'GET', path: `${PREFIX}/authinfo`, query: { auth_type: SAML } }
    );
    const [, location, requestId] = CHALLENGE.exec(headers['www-authenticate'] ?? '') ?? [];
    if (location === undefined || requestId === undefined) return concluded(INVALID);
    return { kind: 'redirect', state: requestId, location, mark: requestId };
  }

  async complete(method: string, state: string, input: LoginInput): Promise<LoginStep> {
    return method === SAML
      ? this.exchange(state, input)
      : this.others.complete(method, state, input);
  }

  /** A token of the engine is good until it runs out. */
  refresh(principal: Principal): Promise<Principal | undefined> {
    return this.others.refresh(principal);
  }

  async logout(principal: Principal): Promise<{ readonly location?: string }> {
    if (principal.provider?.method !== SAML && principal.provided?.type !== SAML)
      return this.others.logout(principal);
    const { body } = await this.engine.request(
      { kind: 'user', principal },
      { method: 'GET', path: `${PREFIX}/authinfo` }
    );
    const location = isJsonObject(body) ? body['sso_logout_url'] : undefined;
    return typeof location === 'string' && location !== '' ? { location } : {};
  }

  /** Where the engine itself hears of it; a cluster does not. */
  async loggedOutByProvider(
    method: string,
    input: LoginInput
  ): Promise<ProviderLogout | undefined> {
    return this.others.loggedOutByProvider?.(method, input);
  }

  async description(method: string): Promise<string | undefined> {
    return this.others.description?.(method);
  }

  /** @param requestId - what it has to be an answer to; null: to nothing */
  private async exchange(requestId: string | null, input: LoginInput): Promise<LoginStep> {
    const { fields, remoteAddress } = input;
    const { SAMLResponse = '', acsEndpoint = '' } = fields;
    const { statusCode, body } = await this.engine.request(
      { kind: 'anonymous', remoteAddress },
      {
        method: 'POST',
        path: `${PREFIX}/api/authtoken`,
        // A cluster that lets in anybody would take it for a call of nobody in particular.
        query: { auth_type: SAML },
        body: { SAMLResponse, RequestId: requestId, acsEndpoint },
      }
    );
    const authorization = isJsonObject(body) ? body['authorization'] : undefined;
    if (statusCode === 429) return concluded({ ok: false, reason: 'unavailable' });
    if (statusCode !== 200 || typeof authorization !== 'string') return concluded(INVALID);
    const result = await this.others.authenticate({ ...input, headers: { authorization } });
    if (!result.ok) return concluded(result);
    if (!(await this.used.use(SAMLResponse))) return concluded(INVALID);
    return concluded({ ok: true, principal: await remembering(result.principal, authorization) });
  }
}

/** What the token says of its end and of the provider's session; clusters tell it nowhere else. */
async function remembering(principal: Principal, authorization: string): Promise<Principal> {
  const claims = await claimsOf(authorization);
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

/** The engine has proven it. */
async function claimsOf(authorization: string): Promise<Readonly<Record<string, unknown>>> {
  const { decodeJwt } = await import('jose');
  try {
    return decodeJwt(authorization.replace(/^bearer +/i, ''));
  } catch {
    return {};
  }
}
