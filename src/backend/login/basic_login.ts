/**
 * HTTP Basic (RFC 7617, UTF-8): user name and password in one step, from a form or with each
 * request. The backend checks them.
 */
import type {
  AuthenticationResult,
  Principal,
  Login,
  LoginInput,
  LoginMethod,
  AuthenticationRequest,
  LoginStep,
} from '../api';

const INVALID: AuthenticationResult = { ok: false, reason: 'invalid' };
const concluded = (result: AuthenticationResult): LoginStep => ({ kind: 'concluded', result });

export class BasicLogin implements Login {
  readonly methods: readonly LoginMethod[] = [
    { id: 'basicauth', fields: ['username', 'password'] },
  ];

  /**
   * @param headers - empty if requests cannot carry credentials
   * @param description - metadata of login methods that the backend verifies itself
   */
  constructor(
    private readonly verify: (request: AuthenticationRequest) => Promise<AuthenticationResult>,
    readonly headers: readonly string[] = ['authorization'],
    readonly description?: Login['description']
  ) {}

  authenticate(request: AuthenticationRequest): Promise<AuthenticationResult> {
    return this.verify(request);
  }

  async begin(method: string, { fields, remoteAddress }: LoginInput): Promise<LoginStep> {
    if (!this.methods.some(({ id }) => id === method)) return concluded(INVALID);
    const { username = '', password = '' } = fields;
    const result = await this.verify({
      headers: { authorization: basicHeader(username, password) },
      remoteAddress,
    });
    // A colon in a user name would start the password. The backend is called anyway, so that the
    // response takes as long.
    const isName = username !== '' && !username.includes(':');
    return concluded(result.ok && !isName ? INVALID : result);
  }

  /** There is no second step. */
  async complete(): Promise<LoginStep> {
    return concluded(INVALID);
  }

  /** Passwords do not expire. */
  async refresh(principal: Principal): Promise<Principal> {
    return principal;
  }

  async logout(): Promise<{ readonly location?: string }> {
    return {};
  }
}

const basicHeader = (userName: string, password: string): string =>
  `Basic ${Buffer.from(`${userName}:${password}`, 'utf8').toString('base64')}`;
