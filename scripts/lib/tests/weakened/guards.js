'use strict';
/**
 * What stands between an attack on a way of signing in and its success. Each guard is taken out of
 * the source, by itself, and the test that tries the attack must then fail.
 *
 * @typedef {object} Guard
 * @property {string} attack as docs/security.md names it
 * @property {string} file of the source
 * @property {string} guard text of the file, there once
 * @property {string} without what stands there instead
 * @property {string} test file of the test
 * @property {string} name of the test, or its beginning
 */
const { ID_TOKEN_GUARDS } = require('./id_token_guards');

const ENGINE = 'src/backend/embedded/authentication';
const SERVER = 'src/plugins/security/server';
const DOMAINS = `${ENGINE}/domains`;
const FACTORS = `${ENGINE}/factors`;

const TOKENS = { file: `${DOMAINS}/token_domain.ts`, test: `${DOMAINS}/token_domain.test.ts` };
const LYING = 'a token that lies is refused: forged, altered';
const SAML_TEST = { test: `${DOMAINS}/saml_domain.test.ts` };
const READER = { file: `${DOMAINS}/saml_assertion.ts`, ...SAML_TEST };
const PROOF = { file: `${DOMAINS}/saml_answer_worker.ts`, ...SAML_TEST };
/** The first assertion counts, whatever is signed. */
const UNSIGNED = {
  ...PROOF,
  guard: 'const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });',
  without: `const { parseStringPromise } = await import('xml2js');
  const strip = [(name: string) => name.replace(/^[^:]+:/, '')];
  const [whole = ''] = /<saml:Assertion.*?<\\/saml:Assertion>/s.exec(xml) ?? [];
  const profile = { getAssertion: () => read };
  const read = await parseStringPromise(whole, { tagNameProcessors: strip, explicitArray: true });
  void saml;`,
};
const BAD_ANSWER = 'an answer is refused: forged';
const LOGOUT_TOKEN = {
  file: `${SERVER}/sign_in/openid/logout_token.ts`,
  test: `${SERVER}/routes/sign_in/backchannel.test.ts`,
  name: 'a logout token is refused',
};
const OPENID_TEST = `${SERVER}/routes/sign_in/openid.test.ts`;
const FACTOR_TEST = `${SERVER}/routes/account/factors.test.ts`;
const PASSKEYS = {
  file: `${FACTORS}/passkeys.ts`,
  test: `${SERVER}/routes/account/passkeys.test.ts`,
};
const BAD_PASSKEY = 'passkeys are refused from another origin';
const SIGN_OUT = {
  file: `${DOMAINS}/saml_sign_out_worker.ts`,
  test: `${SERVER}/routes/sign_in/saml_logout.test.ts`,
  name: 'ends nothing by what is forged',
};
const OWN_PERMISSIONS = {
  test: `${SERVER}/routes/account/own_api_key_permissions.test.ts`,
};
const API_KEYS = { test: `${SERVER}/routes/account/own_api_keys.test.ts` };
const LOGIN_TEST = `${SERVER}/routes/account/login.test.ts`;

/** The same guard stands at every place of its kind; the tests name which. */
const EVERY_KEY =
  '  async (jose, token, checks) => {\n    const { alg } = jose.decodeProtectedHeader(token);\n    let refusal';

/** @type {readonly Guard[]} */
const GUARDS = [
  {
    ...TOKENS,
    attack: 'JWT: forged',
    guard: `        const { payload } = await jose.jwtVerify(token, key, {
          ...checks,
          algorithms: [...algorithms],
        });
        return payload;`,
    without: '        return jose.decodeJwt(token);',
    name: LYING,
  },
  {
    ...TOKENS,
    attack: 'JWT: expired, too early',
    guard: 'const claims = await this.verify(jose, token, { ...this.checks, currentDate });',
    without: `const claims = await this.verify(jose, token, { ...this.checks, currentDate, clockTolerance: 1e9 });`,
    name: LYING,
  },
  {
    ...TOKENS,
    attack: 'JWT: wrong audience',
    guard: '...(audience.length > 0 && { audience: [...audience] }),',
    without: '',
    name: LYING,
  },
  {
    ...TOKENS,
    attack: 'JWT: wrong issuer',
    guard: '...(issuer !== undefined && { issuer }),',
    without: '',
    name: LYING,
  },
  {
    ...TOKENS,
    attack: 'JWT: algorithm `none`',
    guard: EVERY_KEY,
    without: `  async (jose, token, checks) => {
    const { alg } = jose.decodeProtectedHeader(token);
    if (/^none$/i.test(String(alg))) return jose.decodeJwt(token);
    let refusal`,
    name: LYING,
  },
  {
    ...TOKENS,
    attack: 'JWT: public key as a secret',
    guard: 'if (alg === undefined || !algorithms.includes(alg)) continue;',
    without: `if (alg?.startsWith('HS') && key.type === 'public')
        return (await jose.jwtVerify(token, key.export({ type: 'spki', format: 'der' }) as never, checks)).payload;
      if (alg === undefined || !algorithms.includes(alg)) continue;`,
    name: 'a token that lies is refused where a public key is offered as a secret',
  },
  {
    ...TOKENS,
    attack: 'JWT: key of its own in the header',
    guard: EVERY_KEY,
    without: `  async (jose, token, checks) => {
    const { alg, jwk } = jose.decodeProtectedHeader(token) as { alg?: string; jwk?: never };
    if (jwk) return (await jose.jwtVerify(token, await jose.importJWK(jwk, alg))).payload;
    let refusal`,
    name: 'a token that lies is refused with keys of its own in the header',
  },
  {
    attack: 'JWT: session by a token after its keys were replaced',
    file: `${DOMAINS}/domain_chain.ts`,
    guard: ' && credentialVersion === VERSION + domain.fingerprint',
    without: '',
    test: TOKENS.test,
    name: 'a token that is right ends with its time, with its domain',
  },
  {
    ...LOGOUT_TOKEN,
    attack: 'OpenID logout token: wrong audience',
    guard: '        audience: clientId,\n',
    without: '',
  },
  {
    ...LOGOUT_TOKEN,
    attack: 'OpenID logout token: wrong issuer',
    guard: '        issuer,\n        audience',
    without: '        audience',
  },
  {
    ...LOGOUT_TOKEN,
    attack: 'OpenID logout token: an id token in its place',
    guard: ' || nonce !== undefined',
    without: '',
  },
  {
    ...LOGOUT_TOKEN,
    attack: 'OpenID logout token: old',
    guard: '        maxTokenAge: SIGN_IN_LIMITS.logoutTokenMs / 1_000,\n',
    without: '',
  },
  ...ID_TOKEN_GUARDS,
  {
    attack: 'OpenID: mixed-up providers',
    file: `${SERVER}/sign_in/openid/openid_sign_in.ts`,
    guard: 'answer.searchParams.set(name, value);',
    without: `answer.searchParams.set(name, value);
    answer.searchParams.set('iss', configuration.serverMetadata().issuer);`,
    test: OPENID_TEST,
    name: 'openid refuses an answer with',
  },
  {
    attack: "OpenID, SAML: somebody else's answer (sign-in CSRF)",
    file: `${SERVER}/sessions/round_cookies.ts`,
    guard: 'if (mark === relay)',
    without: 'if (mark !== undefined)',
    test: OPENID_TEST,
    name: 'openid takes an answer once',
  },
  {
    attack: 'OpenID: answer used twice',
    file: `${SERVER}/sessions/sign_in_rounds.ts`,
    guard: 'const isMine = await this.store.take(key);',
    without: 'const isMine = true;',
    test: OPENID_TEST,
    name: 'openid takes an answer once',
  },
  {
    ...UNSIGNED,
    attack: 'SAML: forged, unsigned',
    name: BAD_ANSWER,
  },
  {
    ...UNSIGNED,
    attack: 'SAML: wrapped signature',
    name: 'an answer is read only where it is signed',
  },
  {
    file: `${DOMAINS}/saml_xml.ts`,
    ...SAML_TEST,
    attack: 'SAML: XML external entities, hidden text',
    guard: 'if (/<!|<\\?(?!xml[\\s?])/i.test(xml))',
    without: 'if (xml === "")',
    name: 'an answer is refused with entities',
  },
  {
    ...PROOF,
    attack: 'SAML: SHA-1 signature',
    guard: 'if (!allowsSha1) await refuseSha1(xml, library.decryptionPvk);',
    without: 'void refuseSha1;',
    name: 'an answer is refused when it is signed with SHA-1',
  },
  {
    attack: 'SAML: wrong audience',
    file: `${DOMAINS}/saml_settings.ts`,
    guard: '      audience: issuer,\n',
    without: '      audience: false,\n',
    ...SAML_TEST,
    name: BAD_ANSWER,
  },
  {
    ...READER,
    attack: 'SAML: wrong issuer',
    guard:
      "  if (textOf(only(assertion, 'Issuer')) !== issuer) throw new AssertionError('wrong issuer');\n",
    without: '  void issuer;\n',
    name: BAD_ANSWER,
  },
  {
    ...READER,
    attack: 'SAML: wrong recipient',
    guard: "attribute(data, 'Recipient') === recipient",
    without: '(recipient, true)',
    name: BAD_ANSWER,
  },
  {
    ...READER,
    attack: 'SAML: answer to another request',
    guard: " && attribute(data, 'InResponseTo') === requestId",
    without: ' && (requestId, true)',
    name: BAD_ANSWER,
  },
  {
    attack: 'SAML: used twice',
    file: `${DOMAINS}/saml_domain.ts`,
    guard: "if (taken.has(id)) throw new AssertionError('it was used before');",
    without: '',
    ...SAML_TEST,
    name: BAD_ANSWER,
  },
  {
    attack: 'SAML: used again at another server',
    file: 'src/backend/sign_in/used_answers.ts',
    guard: '(await this.store.list(userName)).length === 1',
    without: '(await this.store.list(userName)).length > 0',
    test: 'src/backend/sign_in/used_answers.test.ts',
    name: 'counts once, at whichever server',
  },
  {
    attack: 'SAML: session that has ended',
    ...READER,
    guard: 'if (sessionEnd !== undefined && sessionEnd <= nowMs)',
    without: 'if (sessionEnd !== undefined && sessionEnd <= 0)',
    name: BAD_ANSWER,
  },
  {
    attack: 'SAML: consumer at another address',
    file: `${DOMAINS}/saml_domain.ts`,
    guard: '!recipient.startsWith(root) || ',
    without: '',
    ...SAML_TEST,
    name: BAD_ANSWER,
  },
  {
    attack: 'Proxy: spoofed headers, at the server',
    file: `${SERVER}/auth/brought_credentials.ts`,
    guard: 'if (!user || !isForwarded) return undefined;',
    without: 'if (!user || isForwarded === null) return undefined;',
    test: `${SERVER}/auth/brought_credentials.test.ts`,
    name: 'proxy believes nobody else',
  },
  {
    attack: 'Proxy: spoofed headers, at the engine',
    file: `${DOMAINS}/proxy_domain.ts`,
    guard:
      "if (!this.proxies.includes(request)) return { kind: 'refused', userName, isForged: true };",
    without: '',
    test: `${DOMAINS}/proxy_domain.test.ts`,
    name: 'proxy is not believed from elsewhere',
  },
  {
    attack: "Proxy: another person under somebody's session",
    file: `${SERVER}/auth/auth_handler.ts`,
    guard: "provider?.method !== 'proxy' || provider.subject === brought?.mark",
    without: "provider?.method !== '' || brought === undefined",
    test: `${SERVER}/auth/brought_credentials.test.ts`,
    name: 'proxy opens a session that goes on for nobody but',
  },
  {
    attack: 'Open redirect after signing in',
    file: 'src/plugins/security/common/next_url.ts',
    guard: "  if (rest === '') return basePath !== '';\n",
    without: "  if (rest.startsWith('/')) return true;\n",
    test: 'src/plugins/security/common/next_url.test.ts',
    name: 'isSafeNextUrl',
  },
  {
    attack: 'Session fixation',
    file: `${SERVER}/sessions/session_service.ts`,
    guard: '    const id = newSessionId();\n    const key = sessionKey(id);\n    const nowMs',
    without:
      '    const id = replaces ?? newSessionId();\n    const key = sessionKey(id);\n    const nowMs',
    test: LOGIN_TEST,
    name: 'signing in and out gives every sign-in a fresh id',
  },
  {
    attack: 'CSRF: signing in',
    file: 'src/core/server/http/request_gate.ts',
    guard: 'this.checkVersion(request) ?? this.checkXsrf(request)',
    without: '(void this.checkXsrf, this.checkVersion(request))',
    test: LOGIN_TEST,
    name: 'signing in and out refuses a sign-in without the XSRF header',
  },
  {
    attack: 'CSRF: signing out by a foreign link',
    file: `${SERVER}/routes/account/logout.ts`,
    guard: "const site = headers['sec-fetch-site'];",
    without: "const site = (headers, 'same-origin');",
    test: OPENID_TEST,
    name: 'openid logs out here and at the provider',
  },
  {
    attack: 'Enumeration by text: names that may not sign in',
    file: `${SERVER}/auth/authenticator.ts`,
    guard:
      'if (this.isForbidden(principal.userName) || this.isForbidden(userName)) return INVALID;',
    without:
      "if (this.isForbidden(principal.userName) || this.isForbidden(userName)) return { ok: false, reason: 'unavailable' };",
    test: LOGIN_TEST,
    name: 'signing in and out tells a wrong password',
  },
  {
    attack: 'Enumeration by text: second factors',
    file: `${ENGINE}/authenticator.ts`,
    guard:
      "      if (!isRight) {\n        this.deps.guard.failed(attempt);\n        return 'wrong';",
    without:
      "      if (!isRight) {\n        this.deps.guard.failed(attempt);\n        return this.deps.users.find(attempt.userName)?.hasFactor ? 'unavailable' : 'wrong';",
    test: FACTOR_TEST,
    name: 'second factors answers alike',
  },
  {
    attack: 'Enumeration by time: work for names that nobody has',
    file: `${ENGINE}/authenticator.ts`,
    guard: 'const isRight = await this.deps.hasher.verify(user?.hash',
    without:
      'if (!user) return false;\n    const isRight = await this.deps.hasher.verify(user?.hash',
    test: `${ENGINE}/equal_work.test.ts`,
    name: 'costs the same',
  },
  {
    attack: 'Guessing of passwords',
    file: `${ENGINE}/authenticator.ts`,
    guard: "        this.deps.guard.failed(attempt);\n        return 'wrong';",
    without: "        return 'wrong';",
    test: `${ENGINE}/sign_in.test.ts`,
    name: '',
  },
  {
    attack: 'Guessing of codes',
    file: `${FACTORS}/factor_rounds.ts`,
    guard: '    this.deps.guard.failed({ userName, remoteAddress });\n',
    without: '',
    test: FACTOR_TEST,
    name: 'second factors counts wrong codes as wrong passwords',
  },
  {
    attack: 'One-time code used twice',
    file: `${FACTORS}/factor_proof.ts`,
    guard: 'if (step === undefined || step <= factor.counter) continue;',
    without: 'if (step === undefined) continue;',
    test: FACTOR_TEST,
    name: 'second factors asks for the code after the password',
  },
  {
    attack: 'Recovery code used twice',
    file: `${FACTORS}/factor_store.ts`,
    guard: "'DELETE FROM recovery_code WHERE user_name = ? AND digest = ?'",
    without: "'UPDATE recovery_code SET digest = digest WHERE user_name = ? AND digest = ?'",
    test: FACTOR_TEST,
    name: 'second factors takes each recovery code once',
  },
  {
    attack: 'Password alone, past the second factor',
    file: `${FACTORS}/factor_policy.ts`,
    guard: "    if (hasFactor && !hasShownFactor) return 'factor';\n",
    without: '',
    test: FACTOR_TEST,
    name: 'second factors refuses the password alone with calls',
  },
  {
    attack: 'Factor enrolled by who knows the password alone',
    file: `${FACTORS}/factor_rounds.ts`,
    guard: '    if (record.hasFactor && !person.hasShownFactor) return this.next(person, input);\n',
    without: '',
    test: FACTOR_TEST,
    name: 'a factor that is required, and a password that has to be changed lets nobody enrol',
  },
  {
    ...PASSKEYS,
    attack: 'Passkey: from another origin',
    guard:
      'response,\n      expectedChallenge: challenge,\n      expectedOrigin: site.origin,\n      expectedRPID: site.rpId,\n      requireUserVerification: true,\n      credential',
    without:
      "response,\n      expectedChallenge: challenge,\n      expectedOrigin: [site.origin, 'https://evil.example'],\n      expectedRPID: site.rpId,\n      requireUserVerification: true,\n      credential",
    name: BAD_PASSKEY,
  },
  {
    ...PASSKEYS,
    attack: 'Passkey: without verification of the person',
    guard: 'requireUserVerification: true,\n      credential',
    without: 'requireUserVerification: false,\n      credential',
    name: BAD_PASSKEY,
  },
  {
    ...PASSKEYS,
    attack: 'Passkey: another challenge',
    guard:
      'expectedChallenge: challenge,\n      expectedOrigin: site.origin,\n      expectedRPID: site.rpId,\n      requireUserVerification: true,\n      credential',
    without:
      'expectedChallenge: () => challenge !== "",\n      expectedOrigin: site.origin,\n      expectedRPID: site.rpId,\n      requireUserVerification: true,\n      credential',
    name: BAD_PASSKEY,
  },
  {
    ...PASSKEYS,
    attack: 'Passkey: copied',
    guard: '        counter: factor.counter,\n',
    without: '        counter: 0,\n',
    name: BAD_PASSKEY,
  },
  {
    ...PASSKEYS,
    attack: "Passkey: under somebody else's handle",
    guard: "    typeof handle === 'string' &&\n",
    without: "    handle === null &&\n    typeof handle === 'string' &&\n",
    name: 'passkeys of one person prove nobody else',
  },
  {
    ...SIGN_OUT,
    attack: 'SAML log-out: unsigned, by redirect',
    guard: "throw new AssertionError('it is not signed');",
    without:
      'return saml.validateRedirectAsync(Object.fromEntries(new URLSearchParams(query)), query);',
  },
  {
    ...SIGN_OUT,
    attack: 'SAML log-out: for another place',
    guard: "if (root.getAttribute('Destination') !== request.destination)",
    without: "if (root.getAttribute('Destination') === '')",
  },
  {
    ...SIGN_OUT,
    attack: 'SAML log-out: old, or from the future',
    guard: 'if (!(ageMs <= DOMAIN_LIMITS.samlSignOutMs && ageMs >= -SAML_SKEW_MS))',
    without: 'if (Number.isNaN(ageMs))',
  },
  {
    ...SIGN_OUT,
    attack: 'SAML log-out: SHA-1 signature',
    guard: 'if (!request.allowsSha1) refuseSha1In(document);',
    without: '',
  },
  {
    ...API_KEYS,
    attack: 'API key: known by its id, secret guessed',
    file: `${ENGINE}/api_keys/api_key_proof.ts`,
    guard: 'if (!isRight || !this.inForce(stored.id, userName))',
    without: 'if (!this.inForce(stored.id, userName))',
    name: 'API keys answers alike to keys that are forged',
  },
  {
    ...API_KEYS,
    attack: 'API key: of a suspended owner',
    file: `${ENGINE}/api_keys/api_key_proof.ts`,
    guard: 'owner && !isDisabled(owner.user) && takesPasswords()',
    without: 'owner && takesPasswords()',
    name: 'API keys ends at once when its owner is suspended',
  },
  {
    attack: 'API key: expired',
    file: `${ENGINE}/api_keys/api_key_proof.ts`,
    guard: 'key.expiresAtMs <= now()',
    without: 'now() < 0',
    test: `${ENGINE}/api_keys/api_keys.test.ts`,
    name: 'API keys ends with its days',
  },
  {
    ...API_KEYS,
    attack: 'API key: beyond the roles it was made for',
    file: `${ENGINE}/stored_keys/narrowed.ts`,
    guard: 'roles: subject.roles.filter(isKept),',
    without: 'roles: [...subject.roles],',
    name: 'API keys with a narrowed key of an administrator',
  },
  {
    ...OWN_PERMISSIONS,
    attack: 'API key: a permission that it does not name',
    file: `${ENGINE}/stored_keys/narrowed.ts`,
    guard: '...(permissions && { within: permissions }),',
    without: '',
    name: 'an API key opens what it names',
  },
  {
    ...OWN_PERMISSIONS,
    attack: 'API key: an endpoint that it does not name',
    file: 'src/backend/embedded/rest/call/api_access.ts',
    guard: 'return isClusterActionExplicit([permissions], endpointPermission(endpoint));',
    without: 'return permissions.serial > 0 && endpointPermission(endpoint) !== "";',
    name: 'an API key opens what it names',
  },
  {
    ...OWN_PERMISSIONS,
    attack: 'API key: a role of the management API by an asterisk',
    file: 'src/backend/embedded/rest/call/api_access.ts',
    guard: 'return isClusterActionExplicit([permissions], endpointPermission(endpoint));',
    without: 'return permissions.clusterActions.matches(endpointPermission(endpoint));',
    name: 'an API key of an administrator opens no endpoint by a bare asterisk',
  },
  {
    ...OWN_PERMISSIONS,
    attack: 'API key: used where keys are switched off',
    file: `${ENGINE}/api_keys/api_key_proof.ts`,
    guard: 'if (!isEnabled) return undefined;',
    without: '',
    name: 'an API key is refused where keys are switched off',
  },
  {
    ...API_KEYS,
    attack: 'API key: makes another, or takes the account over',
    file: `${ENGINE}/issued.ts`,
    guard: ' ||\n  keyOfVersion(credentialVersion) !== undefined',
    without: '',
    name: 'API keys makes no keys and changes neither password nor factors',
  },
];

module.exports = { GUARDS };
