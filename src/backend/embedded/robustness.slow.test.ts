/** Acknowledged writes survive crashes, and no request breaks the engine. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  ADMIN_PASSWORD,
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
  temporaryFolder,
} from '../testing/embedded';
import type { HttpMethod } from '../api/engine';

// Generous, for machines whose processors are shared.
jest.setTimeout(30_000);
afterEach(cleanUp);

describe('durability', () => {
  it('keeps everything across a restart', async () => {
    const dataDir = temporaryFolder();
    const first = await startEngine({ dataDir });
    const before = clientOf(first.engine, INTERNAL);
    await before('PUT', '/api/roles/kept', { description: 'd' });
    const caller = await login(first.engine, 'admin', ADMIN_PASSWORD);
    const { headers } = await before('GET', '/api/roles/kept');
    await first.engine.stop();
    const second = await startEngine({ dataDir });
    expect(await second.engine.identify(caller)).toMatchObject({ userName: 'admin' });
    expect(
      (await clientOf(second.engine, INTERNAL)('GET', '/api/roles/kept')).headers['etag']
    ).toBe(headers['etag']);
  });

  it('loses no acknowledged write if the process is killed, also during the first start', async () => {
    const dataDir = temporaryFolder();
    const acknowledged: string[] = [];
    for (let run = 0; run < 5; run++) {
      await new Promise<void>((resolve) => {
        const child = spawn(process.execPath, [join(__dirname, '../testing/child.cjs'), dataDir], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        // The first round is killed at a random moment of the first start.
        if (run === 0) setTimeout(() => child.kill('SIGKILL'), 350 + Math.random() * 400);
        // The other rounds are killed during the write after this many acknowledgments.
        const enough = 6 + Math.floor(Math.random() * 20);
        let text = '';
        child.stdout.on('data', (chunk: Buffer) => {
          text += chunk.toString();
          if (run > 0 && text.split('\n').length > enough) child.kill('SIGKILL');
        });
        child.on('close', () => {
          const lines = text.split('\n').slice(0, -1);
          acknowledged.push(...lines.filter((line) => line !== 'ready'));
          resolve();
        });
      });
    }
    expect(acknowledged.length).toBeGreaterThan(20);
    const { engine } = await startEngine({ dataDir });
    const { body } = await clientOf(engine, INTERNAL)('GET', '/api/roles');
    const missing = acknowledged.filter((name) => !Object.hasOwn(body as object, name));
    expect(missing).toEqual([]);
    await login(engine, 'admin', ADMIN_PASSWORD);
  }, 60_000);
});

describe('robustness (fuzz)', () => {
  it('never returns 5xx, never hangs, and never changes anything with a 4xx', async () => {
    const { engine } = await startEngine();
    const admin = clientOf(engine, await login(engine, 'admin', ADMIN_PASSWORD));
    const odd = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(
        '__proto__',
        'constructor',
        'toString',
        '\0',
        '\ud800',
        'a\0b',
        'x'.repeat(100_000),
        '..',
        '%',
        'a/b',
        '*',
        ' '
      )
    );
    const value = fc.oneof(odd, fc.jsonValue({ maxDepth: 3 }), fc.array(odd, { maxLength: 3 }));
    const keys = fc.constantFrom(
      'password',
      'hash',
      'backend_roles',
      'attributes',
      'description',
      'opendistro_security_roles',
      'cluster_permissions',
      'index_permissions',
      'tenant_permissions',
      'users',
      'hosts',
      'and_backend_roles',
      'allowed_actions',
      'type',
      'reserved',
      '__proto__'
    );
    const body = fc.oneof(
      fc.dictionary(keys, value),
      value,
      fc.array(
        fc.record(
          {
            op: fc.constantFrom('add', 'remove', 'replace', 'move'),
            path: fc.oneof(
              odd,
              keys.map((key) => `/${key}`),
              fc.tuple(odd, keys).map(([name, key]) => `/${name}/${key}/0`)
            ),
            value,
          },
          { requiredKeys: ['op', 'path'] }
        )
      )
    );
    const type = fc.constantFrom(
      'roles',
      'rolesmapping',
      'internalusers',
      'actiongroups',
      'tenants',
      'account',
      'audit',
      'tenancy/config',
      'securityconfig',
      'nope'
    );
    const method = fc.constantFrom<HttpMethod[]>(
      'GET',
      'PUT',
      'PATCH',
      'DELETE',
      'POST',
      'OPTIONS',
      'HEAD'
    );
    const headers = fc.dictionary(
      fc.constantFrom('if-match', 'if-none-match', 'securitytenant', 'x'),
      odd
    );
    const snapshot = async () =>
      JSON.stringify(
        await Promise.all(
          ['roles', 'internalusers', 'rolesmapping', 'actiongroups', 'tenants', 'audit'].map(
            async (one) => (await admin('GET', `/api/${one}`)).body
          )
        )
      );
    let before = await snapshot();
    await fc.assert(
      fc.asyncProperty(
        method,
        type,
        fc.option(odd),
        body,
        headers,
        fc.boolean(),
        async (verb, kind, name, content, more, isRaw) => {
          // The administrator must stay; everything else may change.
          fc.pre(!(kind === 'internalusers' && (name === 'admin' || verb === 'PATCH')));
          const encoded =
            name === null ? '' : `/${encodeURIComponent(Buffer.from(name).toString())}`;
          const sent = isRaw
            ? {
                rawBody: JSON.stringify(content),
                headers: { 'content-type': 'application/json', ...more },
              }
            : { headers: more };
          const response = await admin(
            verb,
            `/api/${kind}${encoded}`,
            isRaw ? undefined : content,
            sent
          );
          expect(response.statusCode === 501 || response.statusCode < 500 ? 'fine' : response).toBe(
            'fine'
          );
          JSON.stringify(response);
          const after = await snapshot();
          if (response.statusCode >= 400) expect(after).toBe(before);
          before = after;
        }
      ),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 2_000) }
    );
  }, 120_000);
});
