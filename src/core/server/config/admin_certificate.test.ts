/** Whether a configured administrator can authenticate by certificate. */
import { tmpdir } from 'node:os';
import { assertAdminCertificates } from './admin_certificate';
import { parseArguments } from './arguments';
import { loadConfig } from './load_config';

const DN = '--engine.authcz.admin_dn=["CN=admin"]';
const TLS = ['enabled=true', 'certificate=c.pem', 'key=k.pem'].map((one) => `--server.ssl.${one}`);
const OPTIONAL_CERTIFICATE = '--server.ssl.clientAuthentication=optional';
const AUTHORITY = '--server.ssl.certificateAuthorities=ca.pem';

const check = async (...settings: string[]): Promise<string> => {
  const { core } = await loadConfig({ args: parseArguments(settings), env: {}, root: tmpdir() });
  try {
    assertAdminCertificates(core);
    return 'fine';
  } catch (error) {
    return (error as Error).message;
  }
};

it('accepts admin_dn only if client certificates are requested and verified', async () => {
  expect(await check()).toBe('fine');
  expect(await check(DN, ...TLS, OPTIONAL_CERTIFICATE, AUTHORITY)).toBe('fine');
  expect(await check(DN)).toMatch(
    /server\.ssl\.enabled: true, and server\.ssl\.clientAuthentication: optional .*, and server\.ssl\.certificateAuthorities: /
  );
  // Without it, public certificate authorities would be trusted.
  expect(await check(DN, ...TLS, OPTIONAL_CERTIFICATE)).toMatch(
    /need server\.ssl\.certificateAuthorities: the file/
  );
  expect(await check(DN, ...TLS, AUTHORITY)).toMatch(/need server\.ssl\.clientAuthentication: /);
});
