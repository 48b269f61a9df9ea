/** SAML logins: from the challenge to a token, and responses that must be rejected. */
import { createVerify } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  SamlProviderDouble,
  serviceKeys,
  type SamlResponse,
} from '../../../../../test/helpers/saml_provider';
import { cleanUp, clientOf, startEngine } from '../../../testing/embedded';
import { temporaryFolder } from '../../../../../test/helpers/temporary_folder';
import { ask, configure, domain, PASSWORDS, authenticated } from '../../../testing/domains';
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import type { EmbeddedEngine } from '../../embedded_engine';
import { WorkerPool } from '../../../../workers';
import { DomainSettingsError } from './domain';
import { DomainSettings } from './domain_settings';
import { SamlMetadata } from './saml_metadata';

const ROOT = 'https://dashboards.example.com/base/';
const RECIPIENT = `${ROOT}_opendistro/_security/saml/acs`;
const SERVICE = 'dashboards';

let provider: SamlProviderDouble;
beforeAll(async () => {
  provider = await SamlProviderDouble.make();
});
afterEach(cleanUp);

async function engineWithDomain(
  more: Readonly<Record<string, unknown>> = {}
): Promise<EmbeddedEngine> {
  const { engine } = await startEngine();
  const config = {
    idp: { metadata_content: provider.metadata, entity_id: provider.entityId },
    sp: { entity_id: SERVICE },
    kibana_url: ROOT,
    roles_key: 'groups',
    exchange_key: 'a text of more than thirty-two characters',
    ...more,
  };
  const http_authenticator = { type: 'saml', challenge: true, config };
  const quiet = { ...PASSWORDS, order: 0, http_authenticator: { type: 'basic', challenge: false } };
  await configure(engine, {
    authc: { sso: { ...domain('saml', {}), order: 1, http_authenticator }, passwords: quiet },
  });
  return engine;
}

async function challenged(engine: EmbeddedEngine) {
  const response = await clientOf(engine, { kind: 'anonymous' })('GET', '/authinfo');
  expect(response.statusCode).toBe(401);
  const [, location = '', requestId = ''] =
    /^X-Security-IdP realm="OpenSearch Security" location="([^"]+)" requestId="([^"]+)"$/.exec(
      response.headers['www-authenticate'] ?? ''
    ) ?? [];
  return { location: new URL(location), requestId };
}

const responseTo = (requestId: string | undefined): SamlResponse => ({
  recipient: RECIPIENT,
  audience: SERVICE,
  requestId,
  roles: ['dev', 'ops'],
});

const exchange = (engine: EmbeddedEngine, xml: string, requestId: string | null, more = {}) =>
  clientOf(engine, { kind: 'anonymous', remoteAddress: '192.0.2.1' })('POST', '/api/authtoken', {
    SAMLResponse: Buffer.from(xml).toString('base64'),
    RequestId: requestId,
    acsEndpoint: RECIPIENT,
    ...more,
  });

const authorizationOf = ({ body }: { body: unknown }) =>
  String((body as { authorization?: string }).authorization);

it('redirects to the provider, and exchanges its response for a user with roles until the session ends', async () => {
  const engine = await engineWithDomain();
  const { location, requestId } = await challenged(engine);
  expect(location.origin + location.pathname).toBe('https://idp.example.com/SingleSignOnService');
  const request = inflateRawSync(
    Buffer.from(location.searchParams.get('SAMLRequest') ?? '', 'base64')
  ).toString();
  expect(request).toContain(`ID="${requestId}"`);
  expect(request).toContain(`AssertionConsumerServiceURL="${RECIPIENT}"`);
  const sessionUntilMs = Math.floor(Date.now() / 1_000) * 1_000 + 600_000;
  const xml = provider.signed({ ...responseTo(requestId), sessionUntilMs });
  const exchanged = await exchange(engine, xml, requestId);
  expect(exchanged).toMatchObject({ statusCode: 200 });
  const caller = await authenticated(engine, { authorization: authorizationOf(exchanged) });
  expect(caller.principal).toMatchObject({
    userName: 'jdoe',
    expiresAtMs: sessionUntilMs,
    provided: { domain: 'sso', type: 'saml', backendRoles: ['dev', 'ops'] },
  });
  const { body } = await clientOf(engine, caller)('GET', '/authinfo');
  expect(body).toMatchObject({
    user_name: 'jdoe',
    backend_roles: ['dev', 'ops'],
    sso_logout_url: expect.stringMatching(
      /^https:\/\/idp\.example\.com\/SingleLogoutService\?SAMLRequest=/
    ),
  });
});

it('names the attribute of roles_key if an assertion lacks it', async () => {
  const engine = await engineWithDomain({ roles_key: 'memberOf' });
  const { requestId } = await challenged(engine);
  const exchanged = await exchange(engine, provider.signed(responseTo(requestId)), requestId);
  const caller = await authenticated(engine, { authorization: authorizationOf(exchanged) });
  expect(caller.principal.provided).toMatchObject({
    backendRoles: [],
    missingRolesClaim: 'memberOf',
  });
});

it('accepts responses that are signed as a whole, encrypted, or initiated by the provider', async () => {
  const keys = serviceKeys();
  const sp = { entity_id: SERVICE, signature_private_key: keys.privateKey };
  const engine = await engineWithDomain({ sp });
  const { location, requestId } = await challenged(engine);
  // The request is signed with the configured key.
  const query = location.search.slice(1);
  const verify = createVerify('RSA-SHA256').update(query.slice(0, query.indexOf('&Signature=')));
  const signature = location.searchParams.get('Signature') ?? '';
  expect(verify.verify(keys.publicKey, signature, 'base64')).toBe(true);
  const response = responseTo(requestId);
  const plain = provider.assertion(response);
  const whole = provider.sign(provider.response(plain, response), 'Response');
  const signed = provider.sign(provider.assertion(response), 'Assertion');
  const secret = provider.response(await provider.encrypted(signed, keys.publicKey), response);
  for (const xml of [whole, secret])
    expect(await exchange(engine, xml, requestId)).toMatchObject({ statusCode: 200 });
  const recipient = `${RECIPIENT}/idpinitiated`;
  const unsolicited = provider.signed({ ...responseTo(undefined), recipient });
  const path = '/base/_opendistro/_security/saml/acs/idpinitiated';
  expect(await exchange(engine, unsolicited, null, { acsEndpoint: path })).toMatchObject({
    statusCode: 200,
  });
});

describe('SAML response', () => {
  const refused = async (
    engine: EmbeddedEngine,
    xml: string,
    requestId: string | null,
    more = {}
  ) =>
    expect([xml.slice(-200), (await exchange(engine, xml, requestId, more)).statusCode]).toEqual([
      xml.slice(-200),
      401,
    ]);

  it('is rejected if it is forged, for another audience, time or request, or used before', async () => {
    const engine = await engineWithDomain();
    const id = '_request';
    const good = responseTo(id);
    const pastMs = Date.now() - 31_000;
    const otherProvider = await SamlProviderDouble.make();
    await refused(engine, otherProvider.signed(good), id);
    await refused(engine, provider.response(provider.assertion(good), good), id);
    await refused(engine, provider.signed(good).replace('>jdoe<', '>admin<'), id);
    await refused(engine, provider.signed({ ...good, audience: 'another' }), id);
    await refused(engine, provider.signed({ ...good, issuer: 'https://another' }), id);
    await refused(engine, provider.signed({ ...good, recipient: 'https://evil.example' }), id);
    await refused(engine, provider.signed({ ...good, confirmedUntilMs: pastMs }), id);
    await refused(engine, provider.signed({ ...good, conditionsUntilMs: pastMs }), id);
    await refused(engine, provider.signed({ ...good, sessionUntilMs: pastMs }), id);
    await refused(engine, provider.signed({ ...good, name: '' }), id);
    await refused(engine, provider.signed(good), '_another');
    await refused(engine, provider.signed(good), null);
    await refused(engine, provider.signed(responseTo(undefined)), id);
    const elsewhere = { ...good, recipient: 'https://evil.example/acs' };
    const acsEndpoint = elsewhere.recipient;
    await refused(engine, provider.signed(elsewhere), id, { acsEndpoint });
    const once = provider.signed(good);
    expect(await exchange(engine, once, id)).toMatchObject({ statusCode: 200 });
    await refused(engine, once, id);
    const { events } = await engine.parts.audit.find({});
    expect(events.map((event) => event['audit_category'])).toContain('FAILED_LOGIN');
  });

  it('is read only where it is signed, however it is wrapped', async () => {
    const engine = await engineWithDomain();
    const id = '_request';
    const good = responseTo(id);
    const signed = provider.sign(provider.assertion({ ...good, id: '_signed' }), 'Assertion');
    const forged = provider.assertion({ ...good, id: '_forged', name: 'admin' });
    const same = provider.assertion({ ...good, id: '_signed', name: 'admin' });
    const [signature = ''] = /<Signature.*<\/Signature>/s.exec(signed) ?? [];
    const after = (xml: string, extra: string) =>
      xml.replace('</saml:Issuer>', `</saml:Issuer>${extra}`);
    const object = signature.replace('</Signature>', `<Object>${signed}</Object></Signature>`);
    const wrapped = [
      forged + signed,
      signed + forged,
      after(forged, signature),
      after(same, signature),
      after(forged, object),
      after(same, object),
      after(forged, signed),
      forged.replace('</saml:Subject>', `</saml:Subject><saml:Advice>${signed}</saml:Advice>`),
      `${forged}<samlp:Extensions>${signed}</samlp:Extensions>`,
      `<samlp:Extensions>${signed}</samlp:Extensions>${forged}`,
    ];
    for (const inner of wrapped) await refused(engine, provider.response(inner, good), id);
  });

  it('is rejected if it is signed with SHA-1, also inside encrypted content, unless SHA-1 is allowed', async () => {
    const keys = serviceKeys();
    const sp = { entity_id: SERVICE, signature_private_key: keys.privateKey };
    const engine = await engineWithDomain({ sp });
    const id = '_request';
    const good = responseTo(id);
    const weak = (weakness: 'signature' | 'digest') =>
      provider.sign(provider.assertion(good), 'Assertion', weakness);
    const secret = await provider.encrypted(weak('digest'), keys.publicKey);
    for (const inner of [weak('signature'), weak('digest'), secret])
      await refused(engine, provider.response(inner, good), id);
    const security = { reject_deprecated_alg: false };
    const patient = await engineWithDomain({ sp, validator: { security } });
    for (const inner of [weak('signature'), weak('digest'), secret])
      expect(await exchange(patient, provider.response(inner, good), id)).toMatchObject({
        statusCode: 200,
      });
  });

  // @asvs V2.1/3
  it('is rejected if its status is not Success, even with a valid assertion', async () => {
    const engine = await engineWithDomain();
    const id = '_request';
    const good = responseTo(id);
    const xml = provider.signed(good);
    const [status = ''] = /<samlp:Status>.*<\/samlp:Status>/s.exec(xml) ?? [];
    const code = (value: string, inner = '') =>
      `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${value}">${inner}</samlp:StatusCode>`;
    const failed = `<samlp:Status>${code('Responder', code('Success'))}</samlp:Status>`;
    for (const other of [
      failed,
      `<samlp:Status>${code('AuthnFailed')}</samlp:Status>`,
      `<samlp:Status>${code('success')}</samlp:Status>`,
      `<samlp:Status>${code('Success')}${code('Responder')}</samlp:Status>`,
      status.replaceAll('samlp:', ''),
      `<samlp:Extensions>${status}</samlp:Extensions>`,
      failed + status,
      '<samlp:Status/>',
      '',
    ])
      await refused(engine, xml.replace(status, other), id);
    expect(await exchange(engine, xml, id)).toMatchObject({ statusCode: 200 });
  });

  it('is rejected if it has entities or comments, or exceeds a limit', async () => {
    const engine = await engineWithDomain();
    const id = '_request';
    const good = responseTo(id);
    const xml = provider.signed(good);
    const entity = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>';
    await refused(engine, entity + xml, id);
    const bomb = Array.from(
      { length: 9 },
      (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`
    );
    await refused(engine, `<!DOCTYPE r [<!ENTITY e0 "a">${bomb.join('')}]>${xml}`, id);
    await refused(engine, '<<<&', id);
    await refused(engine, xml.replace('>jdoe<', '>jdoe<!-- -->.evil<'), id);
    await refused(engine, xml.replace('>jdoe<', '><![CDATA[jdoe]]><'), id);
    const { samlDepth, samlElements, samlResponseLength } = DOMAIN_LIMITS;
    const deep = '<a>'.repeat(samlDepth + 1) + '</a>'.repeat(samlDepth + 1);
    for (const more of [deep, '<a/>'.repeat(samlElements), 'x'.repeat(samlResponseLength)])
      await refused(
        engine,
        provider.sign(provider.response(provider.assertion(good) + more, good), 'Response'),
        id
      );
    for (const SAMLResponse of ['', '!', 7, null, undefined])
      await refused(engine, xml, id, { SAMLResponse });
    expect(await exchange(engine, xml, id)).toMatchObject({ statusCode: 200 });
  });
});

it('rejects forged tokens, and tokens of a domain with another exchange key', async () => {
  const engine = await engineWithDomain();
  const exchanged = await exchange(engine, provider.signed(responseTo('_1')), '_1');
  const authorization = authorizationOf(exchanged);
  expect((await ask(engine, { authorization })).ok).toBe(true);
  expect((await ask(engine, { authorization: `${authorization.slice(0, -4)}AAAA` })).ok).toBe(
    false
  );
  const other = await engineWithDomain({
    exchange_key: 'another text of more than thirty-two characters',
  });
  expect((await ask(other, { authorization })).ok).toBe(false);
});

it('sends no SAML challenge while the provider is unreachable', async () => {
  const idp = { metadata_url: 'http://127.0.0.1:9/metadata', entity_id: provider.entityId };
  const engine = await engineWithDomain({ idp });
  const response = await clientOf(engine, { kind: 'anonymous' })('GET', '/authinfo');
  expect(response).toMatchObject({ statusCode: 401, body: 'Authentication finally failed' });
});

describe('metadata of the identity provider', () => {
  const workers = new WorkerPool();

  afterEach(cleanUp);

  afterAll(() => workers.stop());

  async function reading(of: (metadata: string) => string) {
    const provider = await SamlProviderDouble.make();
    const filesDir = temporaryFolder();
    writeFileSync(join(filesDir, 'idp.xml'), of(provider.metadata));
    const settings = new DomainSettings({ idp: { metadata_file: 'idp.xml' } });
    const deps = { now: Date.now, filesDir, workers };
    return new SamlMetadata(settings, provider.entityId, deps);
  }

  const federation = (elements: number) => (metadata: string) =>
    `${'<!-- of many -->'.repeat(DOMAIN_LIMITS.samlDepth)}<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${'<md:x/>'.repeat(elements)}${metadata}</md:EntitiesDescriptor>`;

  it('does not block the event loop while it parses metadata of a federation', async () => {
    const metadata = await reading(federation(40_000));
    let ticks = 0;
    let isDone = false;
    const tick = (): void => {
      ticks++;
      if (!isDone) setImmediate(tick);
    };
    setImmediate(tick);
    const provider = await metadata.provider();
    isDone = true;
    expect(provider.loginAt).toBe('https://idp.example.com/SingleSignOnService');
    // Parsing them on the main thread would block the event loop for the whole time.
    expect(ticks).toBeGreaterThan(100);
  });

  it('fetches the metadata again after a failed verification, at most once a second', async () => {
    const [one, two] = [await SamlProviderDouble.make(), await SamlProviderDouble.make()];
    const documents = [one, one, two].map(({ metadata }) => metadata);
    let requestCount = 0;
    const server = createServer((_, response) => response.end(documents[requestCount++]));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const settings = new DomainSettings({ idp: { metadata_url: `http://127.0.0.1:${port}/` } });
      let nowMs = 0;
      const deps = { now: () => nowMs, filesDir: '.', workers };
      const metadata = new SamlMetadata(settings, one.entityId, deps);
      const { certificates } = await metadata.provider();
      expect([await metadata.changed(), requestCount]).toEqual([undefined, 1]);
      nowMs += DOMAIN_LIMITS.providerPauseMs;
      expect([await metadata.changed(), requestCount]).toEqual([undefined, 2]);
      nowMs += DOMAIN_LIMITS.providerPauseMs;
      const changed = await metadata.changed();
      expect(changed?.certificates).not.toEqual(certificates);
      expect([await metadata.provider(), requestCount]).toEqual([changed, 3]);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('rejects metadata with too many or too deeply nested elements, entities, or another provider', async () => {
    const { samlDepth, samlMetadataElements } = DOMAIN_LIMITS;
    const deep = (metadata: string) =>
      `${'<a>'.repeat(samlDepth + 1)}${metadata}${'</a>'.repeat(samlDepth + 1)}`;
    const cases: ReadonlyArray<readonly [RegExp, (metadata: string) => string]> = [
      [/too many elements/, federation(samlMetadataElements)],
      [/too many inside one another/, deep],
      [/declare entities/, (metadata) => `<!DOCTYPE a [<!ENTITY e "e">]>${metadata}`],
      [/do not tell of/, (metadata) => metadata.replace('entityID', 'other')],
      [/no XML/, (metadata) => metadata.slice(0, -9)],
      [/no certificate/, (metadata) => metadata.replace('use="signing"', 'use="encryption"')],
    ];
    for (const [problem, of] of cases)
      await expect((await reading(of)).provider()).rejects.toThrow(problem);
    await expect(reading(() => '<a/>')).rejects.toThrow(DomainSettingsError);
  });
});
