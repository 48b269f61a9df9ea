/**
 * HTTP Basic (RFC 7617, UTF-8): a name and a password in one round, from a form or with each
 * request. Whether they are right is for the backend to say.
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
   * @param headers - none: requests cannot bring credentials along
   * @param description - of ways that the backend proves by itself
   */
  constructor(
    private readonly prove: (request: AuthenticationRequest) => Promise<AuthenticationResult>,
    readonly headers: readonly string[] = ['authorization'],
    readonly description?: Login['description']
  ) {}

  authenticate(request: AuthenticationRequest): Promise<AuthenticationResult> {
    return this.prove(request);
  }

  async begin(method: string, { fields, remoteAddress }: LoginInput): Promise<LoginStep> {
    if (!this.methods.some(({ id }) => id === method)) return concluded(INVALID);
    const { username = '', password = '' } = fields;
    const result = await this.prove({
      headers: { authorization: basicHeader(username, password) },
      remoteAddress,
    });
    // What follows a colon in a name would be taken for the password. Asked all the same: it takes
    // as long.
    const isName = username !== '' && !username.includes(':');
    return concluded(result.ok && !isName ? INVALID : result);
  }

  /** There is no second round. */
  async complete(): Promise<LoginStep> {
    return concluded(INVALID);
  }

  /** A password does not run out. */
  async refresh(principal: Principal): Promise<Principal> {
    return principal;
  }

  async logout(): Promise<{ readonly location?: string }> {
    return {};
  }
}

const basicHeader = (userName: string, password: string): string =>
  `Basic ${Buffer.from(`${userName}:${password}`, 'utf8').toString('base64')}`;
