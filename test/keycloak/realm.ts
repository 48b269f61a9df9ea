/** A realm of the Keycloak that is started for these tests, managed by its administration API. */
import { randomUUID } from 'node:crypto';

interface Place {
  readonly url: string;
  readonly adminName: string;
  readonly adminPassword: string;
}

type Json = Readonly<Record<string, unknown>>;

export const USER = { name: 'jane', password: 'Correct-horse-7-battery', role: 'staff' } as const;

function place(): Place {
  const text = process.env['SD_KEYCLOAK'];
  if (text === undefined) throw new Error('Run these tests by `npm run test:keycloak`.');
  return JSON.parse(text) as Place;
}

export class Realm {
  /** Priority of the newest key: the highest one signs, and Keycloak's initial keys have 100. */
  private newest = 900;

  private constructor(
    readonly name: string,
    private readonly at: Place
  ) {}

  /** Creates a realm with one user that records events. */
  static async make(settings: Json = {}): Promise<Realm> {
    const realm = new Realm(`r${randomUUID().slice(0, 8)}`, place());
    await realm.admin('POST', '', {
      realm: realm.name,
      enabled: true,
      sslRequired: 'none',
      eventsEnabled: true,
      enabledEventTypes: ['REFRESH_TOKEN'],
      roles: { realm: [{ name: USER.role }] },
      users: [
        {
          username: USER.name,
          enabled: true,
          emailVerified: true,
          email: 'jane@example.org',
          firstName: 'Jane',
          lastName: 'Doe',
          credentials: [{ type: 'password', value: USER.password }],
          realmRoles: [USER.role],
        },
      ],
      ...settings,
    });
    return realm;
  }

  get url(): string {
    return `${this.at.url}/realms/${this.name}`;
  }

  get origin(): string {
    return this.at.url;
  }

  get discovery(): string {
    return `${this.url}/.well-known/openid-configuration`;
  }

  get metadata(): string {
    return `${this.url}/protocol/saml/descriptor`;
  }

  async addClient(client: Json): Promise<void> {
    await this.admin('POST', `/${this.name}/clients`, client);
  }

  /** Converts metadata to a client, like "Import client" of the administration console. */
  async clientOf(metadata: string): Promise<Json> {
    const path = `/${this.name}/client-description-converter`;
    return (await this.admin('POST', path, metadata)) as Json;
  }

  /** Number of token refreshes so far. */
  async countOfRenewals(): Promise<number> {
    const events = await this.admin('GET', `/${this.name}/events?type=REFRESH_TOKEN&max=100`);
    return (events as readonly unknown[]).length;
  }

  /** Ends all sessions of the user and notifies the clients. */
  async logoutUser(): Promise<void> {
    const users = await this.admin('GET', `/${this.name}/users?username=${USER.name}`);
    const [user] = users as readonly { readonly id: string }[];
    await this.admin('POST', `/${this.name}/users/${user?.id}/logout`);
  }

  /** Signs all further messages with a new key. */
  async rotateKeys(): Promise<void> {
    await this.admin('POST', `/${this.name}/components`, {
      name: 'newer',
      providerId: 'rsa-generated',
      providerType: 'org.keycloak.keys.KeyProvider',
      config: { priority: [String(++this.newest)], keySize: ['2048'], algorithm: ['RS256'] },
    });
  }

  async change(settings: Json): Promise<void> {
    await this.admin('PUT', `/${this.name}`, settings);
  }

  async remove(): Promise<void> {
    await this.admin('DELETE', `/${this.name}`);
  }

  private async admin(method: string, path: string, body?: Json | string): Promise<unknown> {
    const { url, adminName, adminPassword } = this.at;
    const granted = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: 'admin-cli',
        username: adminName,
        password: adminPassword,
      }),
    });
    const { access_token: token } = (await granted.json()) as { access_token: string };
    const isText = typeof body === 'string';
    const response = await fetch(`${url}/admin/realms${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': isText ? 'application/xml' : 'application/json',
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }
}
