/** On-behalf-of tokens through the REST API. */
import { createHmac } from 'node:crypto';
import {
  ADMIN_PASSWORD,
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
  type Client,
} from '../../testing/embedded';
import { GOOD_PASSWORD, run, says, startWith } from '../../../../test/helpers/engine_contract';
import type { EngineCaller } from '../../api/engine';
import type { EmbeddedEngine } from '../embedded_engine';

const SIGNING_KEY = Buffer.alloc(64, 7).toString('base64');

afterEach(cleanUp);

describe('on-behalf-of tokens', () => {
  const enable = (internal: Client, on_behalf_of: object) =>
    internal('PATCH', '/api/securityconfig', [
      { op: 'add', path: '/config/dynamic/on_behalf_of', value: on_behalf_of },
    ]);
  const bearer = (engine: EmbeddedEngine, token: string) =>
    engine.authenticate({ headers: { authorization: `Bearer ${token}` }, remoteAddress: '::1' });

  it('are rejected unless enabled', async () => {
    const { engine, admin } = await startWith();
    expect(await admin('POST', '/api/obo/token', { description: 'd' })).toMatchObject({
      statusCode: 400,
      body: expect.stringMatching(/has been disabled/),
    });
    expect(await bearer(engine, 'x')).toMatchObject({ ok: false, reason: 'missing' });
  });

  // @asvs V3.5/1
  it('authenticate their user until they expire, and can neither renew themselves nor change the password', async () => {
    let nowMs = Date.now();
    const { engine } = await startEngine({ now: () => nowMs });
    const internal = clientOf(engine, INTERNAL);
    const admin = clientOf(engine, await login(engine, 'admin', ADMIN_PASSWORD));
    await enable(internal, { enabled: true, signing_key: SIGNING_KEY });
    const { body, statusCode } = await admin('POST', '/api/generateonbehalfoftoken', {
      description: 'd',
      durationSeconds: '60',
    });
    expect({ statusCode, body }).toMatchObject({
      statusCode: 200,
      body: { user: 'admin', durationSeconds: 60 },
    });
    const token = (body as { authenticationToken: string }).authenticationToken;
    const signed = await bearer(engine, token);
    if (!signed.ok) throw new Error(signed.reason);
    const caller: EngineCaller = {
      kind: 'user',
      principal: signed.principal,
      remoteAddress: '::1',
    };
    const own = clientOf(engine, caller);
    await run(own, [
      ['GET', '/api/roles/all_access', undefined, { statusCode: 200 }],
      ['POST', '/api/obo/token', { description: 'd' }, { statusCode: 403 }],
      [
        'PUT',
        '/api/account',
        { current_password: ADMIN_PASSWORD, password: GOOD_PASSWORD },
        says(403, 'Token-authenticated users cannot change passwords'),
      ],
    ]);
    const [, claims = ''] = token.split('.');
    const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const rightKey = Buffer.from(SIGNING_KEY, 'base64');
    const signedAs = (alg: string, digest: string, of = claims, key = rightKey) => {
      const signed = `${text({ alg, typ: 'JWT' })}.${of}`;
      return `${signed}.${createHmac(digest, key).update(signed).digest('base64url')}`;
    };
    const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
    expect((await bearer(engine, signedAs('HS512', 'sha512'))).ok).toBe(true);
    for (const forged of [
      `${text({ alg: 'none', typ: 'JWT' })}.${claims}.`,
      signedAs('HS256', 'sha256'),
      signedAs('HS512', 'sha512', claims, Buffer.alloc(64, 8)),
      signedAs('HS512', 'sha512', claims, Buffer.alloc(0)),
      token.replace(claims, text({ ...read, sub: 'another' })),
      signedAs('HS512', 'sha512', text({ ...read, typ: 'access' })),
      signedAs('HS512', 'sha512', text({ ...read, iss: 'another' })),
      signedAs('HS512', 'sha512', text({ ...read, exp: undefined })),
      signedAs('HS512', 'sha512', text({ ...read, nbf: Math.floor(nowMs / 1_000) + 60 })),
      token.slice(0, -2),
      `${token}x`,
      token.replace(/\.[^.]+$/, '.'),
      'a.b.c',
      '',
    ]) {
      expect((await bearer(engine, forged)).ok).toBe(false);
    }
    nowMs += 61_000;
    expect(await bearer(engine, token)).toMatchObject({ ok: false });
    expect(await engine.identify(caller)).toBeUndefined();
  });

  // @asvs V2.10/9
  it("become invalid when the user's password changes", async () => {
    const { engine, admin, internal } = await startWith();
    await enable(internal, { enabled: true, signing_key: SIGNING_KEY });
    await admin('PUT', '/api/internalusers/u', {
      password: GOOD_PASSWORD,
      opendistro_security_roles: ['all_access'],
    });
    const user = clientOf(engine, await login(engine, 'u', GOOD_PASSWORD));
    const { body } = await user('POST', '/api/obo/token', { description: 'd', service: 's' });
    const token = (body as { authenticationToken: string }).authenticationToken;
    expect((await bearer(engine, token)).ok).toBe(true);
    await admin('PATCH', '/api/internalusers/u', [
      { op: 'add', path: '/password', value: `${GOOD_PASSWORD}-2` },
    ]);
    expect((await bearer(engine, token)).ok).toBe(false);
  });

  it('are issued only for valid requests with the permission', async () => {
    const { engine, admin, internal } = await startWith();
    await enable(internal, { enabled: true, signing_key: SIGNING_KEY });
    for (const body of [
      {},
      { description: 'd', foo: 1 },
      { description: 'd', durationSeconds: 601 },
      { description: 'd', durationSeconds: 'x' },
      { description: '' },
      [],
    ]) {
      expect((await admin('POST', '/api/obo/token', body)).statusCode).toBe(400);
    }
    await admin('PUT', '/api/internalusers/plain', { password: GOOD_PASSWORD });
    const plain = clientOf(engine, await login(engine, 'plain', GOOD_PASSWORD));
    expect(await plain('POST', '/api/obo/token', { description: 'd' })).toMatchObject({
      statusCode: 401,
      body: 'no permissions for [security:obo/create] and User [name=plain, backend_roles=[], requestedTenant=null]',
    });
    // A key that is too short to be safe is ignored.
    await enable(internal, { enabled: true, signing_key: 'c2hvcnQ=' });
    expect((await admin('POST', '/api/obo/token', { description: 'd' })).statusCode).toBe(400);
  });
});
