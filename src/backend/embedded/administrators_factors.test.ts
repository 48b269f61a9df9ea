/** Second factors with more users than one query takes. */
import { Secret, TOTP } from 'otpauth';
import type { InternalUser } from '../../contracts/entities';
import { normaliseEntity } from '../model/payload';
import { ADMIN_PASSWORD, cleanUp, INTERNAL, login, startEngine } from '../testing/embedded';
import type { RequestCaller } from '../api/engine';

jest.setTimeout(30_000);
afterEach(cleanUp);

it('are known beside hundreds of users', async () => {
  const { engine } = await startEngine();
  engine.parts.writer.writeNow((store) => {
    for (let n = 0; n < 600; n++)
      store.put('internalusers', `user${n}`, normaliseEntity('internalusers', {}) as InternalUser);
  });
  const lacking = async () => {
    const found = await engine.findings(INTERNAL, { isFresh: true });
    if (!found.ok) throw new Error(JSON.stringify(found.response));
    return found.result.findings.flatMap(({ rule, objects }) =>
      rule === 'missing-second-factor' ? objects.map(({ name }) => name) : []
    );
  };
  expect(await lacking()).toEqual(['admin', 'all_access']);
  const caller = (await login(engine, 'admin', ADMIN_PASSWORD)) as RequestCaller;
  const enrollment = await engine.factors.begin(caller, 'totp', undefined);
  if (!enrollment.ok) throw new Error(JSON.stringify(enrollment.response));
  const { id, totp } = enrollment.result;
  const code = new TOTP({ secret: Secret.fromBase32(totp?.secret ?? '') }).generate();
  expect((await engine.factors.confirm(caller, { id, name: 'Phone', code })).ok).toBe(true);
  expect(await lacking()).toEqual([]);
});
