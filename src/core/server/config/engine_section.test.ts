import { tmpdir } from 'node:os';
import { DEFAULT_SETTINGS } from '../../../backend/api';
import { parseArguments } from './arguments';
import { engineSettingsOf } from './engine_section';
import { loadConfig } from './load_config';

const load = async (...settings: string[]) => {
  const args = parseArguments(settings.map((setting) => `--engine.${setting}`));
  return (await loadConfig({ args, env: {}, root: tmpdir() })).core;
};

describe('section engine', () => {
  it('has the defaults of the engine', async () => {
    expect(engineSettingsOf((await load()).engine)).toEqual(DEFAULT_SETTINGS);
  });

  it('accepts endpoints below their role, and in the form of clusters', async () => {
    const expected = { global: { ROLES: ['PUT'], TENANTS: ['*'] }, 'a.b': { SSL: ['GET'] } };
    const nested = await load(`restapi.endpoints_disabled=${JSON.stringify(expected)}`);
    const flat = await load(
      'restapi.endpoints_disabled.global.ROLES=["PUT"]',
      'restapi.endpoints_disabled.global.TENANTS=["*"]',
      'restapi.endpoints_disabled.a.b.SSL=["GET"]'
    );
    for (const { engine } of [nested, flat])
      expect(engineSettingsOf(engine).disabledEndpoints).toEqual(expected);
  });

  it.each([
    ['restapi.roles_enabled=[]', 'expected a list of at least one security role but got []'],
    [
      'restapi.password_min_length=101',
      'expected a whole number from -1 to 100 but got 101 (set by --engine.restapi.password_min_length)',
    ],
    ['restapi.password_validation_regex=(', '[engine.restapi.password_validation_regex]: Invalid'],
    [
      'restapi.password_score_based_validation_strength=weak',
      'expected one of "fair", "good", "strong" or "very_strong" but got "weak"',
    ],
    [
      'restapi.endpoints_disabled.global.NODES=["*"]',
      '[engine.restapi.endpoints_disabled.global.NODES]: there is no such endpoint; there are ',
    ],
    ['restapi.endpoints_disabled.global.ROLES=["MOVE"]', '"MOVE" is no method; there are *, GET'],
    [
      'authcz.rest_impersonation_user.anna=bob',
      'expected a map of users to lists of users they may act as but got {"anna":"bob"}',
    ],
    ['authcz.admin_dn=["admin"]', '[engine.authcz.admin_dn]: "admin" is no distinguished name'],
    ['audit.max_age_days=0', 'expected a whole number from 1 to 36500 but got 0'],
    ['audit.syslog.host=logs:514', 'expected a host name or an address, without a port but got'],
    ['audit.syslog.protocol=relp', 'expected one of "udp", "tcp" or "tls" but got "relp"'],
    ['audit.syslog.facility=24', 'expected a whole number from 0 to 23 but got 24'],
    ['audit.syslog.max_message_bytes=100', 'a whole number from 480 to 65000 but got 100'],
    ['audit.syslog.port=514', '[engine.audit.syslog.port]: needs engine.audit.syslog.host'],
    [
      'audit.syslog.ssl.certificateAuthorities=ca.pem',
      '[engine.audit.syslog.ssl]: needs engine.audit.syslog.protocol: tls',
    ],
    ['dfm_empty_overrides_all=yes', 'expected true or false but got "yes"'],
  ])('rejects %s with one line', async (setting, message) => {
    const error = await load(setting).then(
      () => undefined,
      (reason: Error & { exitCode: number }) => reason
    );
    expect(error?.message).toContain(message);
    expect(error?.message).not.toContain('\n');
    expect(error?.exitCode).toBe(78);
  });
});
