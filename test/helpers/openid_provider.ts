/** Starts and stops a certified OpenID provider for a test. */
import { fork, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';

export interface OpenIdPeerOptions {
  readonly client: {
    readonly client_id: string;
    readonly client_secret: string;
    readonly redirect_uris: readonly string[];
    readonly post_logout_redirect_uris: readonly string[];
    readonly backchannel_logout_uri?: string;
    readonly backchannel_logout_session_required?: boolean;
  };
  /** Lifetime of id tokens in seconds. Default: one hour. */
  readonly idTokenSeconds?: number;
  readonly refreshTokens?: boolean;
  /** Roles of every user. Default: `all_access`. */
  readonly roles?: readonly string[];
}

/** The issuer of a provider that is started later: server and provider need each other's URL. */
export async function futureIssuer(): Promise<string> {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  taken.close();
  await once(taken, 'close');
  return `http://127.0.0.1:${port}`;
}

export const connectUrlOf = (issuer: string): string =>
  `${issuer}/.well-known/openid-configuration`;

/**
 * A free port below those that outgoing connections get, so that none takes it while the provider
 * is stopped.
 */
async function lowPort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

export class OpenIdPeer {
  private child: ChildProcess | undefined;
  issuer = '';

  constructor(private readonly options: OpenIdPeerOptions) {}

  /** Starts the provider; after a stop, at the same address with new keys and no stored state. */
  async start(): Promise<void> {
    const port = this.issuer === '' ? await lowPort() : Number(new URL(this.issuer).port);
    const settings = JSON.stringify({ idTokenSeconds: 3_600, ...this.options, port });
    const file = path.join(__dirname, 'openid_provider_process.mjs');
    this.child = fork(file, [settings], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [],
    });
    let said = '';
    this.child.stderr?.on('data', (part: Buffer) => (said += part.toString()));
    const ended = once(this.child, 'exit').then(() => {
      throw new Error(`The provider did not start: ${said}`);
    });
    const [{ issuer }] = (await Promise.race([once(this.child, 'message'), ended])) as [
      { issuer: string },
    ];
    ended.catch(() => undefined);
    this.issuer = issuer;
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  }

  /** Advances the provider's clock. A stop resets it. */
  async setAhead(aheadMs: number): Promise<void> {
    const { child } = this;
    if (!child) throw new Error('The provider is not started.');
    const taken = once(child, 'message');
    child.send({ aheadMs });
    await taken;
  }

  get connectUrl(): string {
    return connectUrlOf(this.issuer);
  }
}
