/** Helpers for tests of authentication domains. */
import type { EmbeddedEngine } from '../embedded';
import type { AuthenticationRequest, AuthenticationResult, EngineCaller } from '../api/engine';
import { clientOf, INTERNAL } from './embedded';

/** Default parts of `config.dynamic.authc` in a test. */
export const domain = (
  type: string,
  config: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {}
) => ({
  order: 0,
  http_authenticator: { type, challenge: false, config },
  authentication_backend: { type: 'noop' },
  ...more,
});

export const PASSWORDS = {
  order: 9,
  http_authenticator: { type: 'basic', challenge: true },
  authentication_backend: { type: 'intern' },
};

/** Replaces parts of the dynamic configuration, as the server itself. */
export async function configure(
  engine: EmbeddedEngine,
  parts: Readonly<Record<string, unknown>>
): Promise<void> {
  const steps = Object.entries(parts).map(([key, value]) => ({
    op: 'add',
    path: `/config/dynamic/${key}`,
    value,
  }));
  const { statusCode, body } = await clientOf(engine, INTERNAL)(
    'PATCH',
    '/api/securityconfig',
    steps,
    { query: { confirm_lockout: 'true' } }
  );
  if (statusCode !== 200) throw new Error(`${statusCode}: ${JSON.stringify(body)}`);
}

/** Authenticates a request. */
export const ask = (
  engine: EmbeddedEngine,
  headers: AuthenticationRequest['headers'],
  more: Partial<AuthenticationRequest> = {}
): Promise<AuthenticationResult> =>
  engine.authenticate({ headers, remoteAddress: '127.0.0.1', ...more });

/** Like `ask`, but returns the authenticated caller. */
export async function authenticated(
  ...[engine, headers, more]: Parameters<typeof ask>
): Promise<Extract<EngineCaller, { kind: 'user' }>> {
  const result = await ask(engine, headers, more);
  if (!result.ok) throw new Error(`not proven: ${result.reason}`);
  return { kind: 'user', principal: result.principal, remoteAddress: '127.0.0.1' };
}
