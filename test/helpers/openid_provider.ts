/** Starts and stops a certified OpenID provider beside a test. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
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
  /** Seconds of an id token's life; default an hour. */
  readonly idTokenSeconds?: number;
  readonly refreshTokens?: boolean;
}

export class OpenIdPeer {
  private child: ChildProcess | undefined;
  issuer = '';

  constructor(private readonly options: OpenIdPeerOptions) {}

  /** Again at the same address after a stop, with new keys and without what it knew. */
  async start(): Promise<void> {
    const port = this.issuer === '' ? 0 : Number(new URL(this.issuer).port);
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

  get connectUrl(): string {
    return `${this.issuer}/.well-known/openid-configuration`;
  }
}
