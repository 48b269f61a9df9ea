/**
 * The ways of signing in that this server has beside those of its backend. Each leads over a
 * provider, and the backend proves what the provider gave: so they are the same over every backend.
 */
import type {
  AuthenticationResult,
  Principal,
  ProviderLogout,
  Login,
  LoginInput,
  AuthenticationRequest,
  LoginStep,
} from '@sd/core/server';

/** One way over a provider; members as in `Login`. */
export interface ProviderMethod {
  readonly id: string;
  begin(input: LoginInput): Promise<LoginStep>;
  complete(state: string, input: LoginInput): Promise<LoginStep>;
  refresh(principal: Principal): Promise<Principal | undefined>;
  logout(principal: Principal): Promise<{ readonly location?: string }>;
  loggedOutByProvider(input: LoginInput): Promise<ProviderLogout | undefined>;
}

/** Fields that the first round of a way over a provider is given. */
export interface ProviderStep {
  /** Comes back with the answer, unread and unchanged. */
  readonly relay: string;
  /** Address of this server as the browser has it, without a slash at its end. */
  readonly baseUrl: string;
}

export class ProviderLogin implements Login {
  readonly methods: Login['methods'];
  private readonly providers: ReadonlyMap<string, ProviderMethod>;

  constructor(
    private readonly backend: Login,
    providers: readonly ProviderMethod[],
    private readonly now: () => number = Date.now
  ) {
    this.providers = new Map(providers.map((provider) => [provider.id, provider]));
    this.methods = [...backend.methods, ...providers.map(({ id }) => ({ id, fields: [] }))];
  }

  get headers(): readonly string[] {
    return this.backend.headers;
  }

  get queryParameters(): readonly string[] {
    return this.backend.queryParameters ?? [];
  }

  authenticate(request: AuthenticationRequest): Promise<AuthenticationResult> {
    return this.backend.authenticate(request);
  }

  begin(method: string, input: LoginInput): Promise<LoginStep> {
    return this.providers.get(method)?.begin(input) ?? this.backend.begin(method, input);
  }

  complete(method: string, state: string, input: LoginInput): Promise<LoginStep> {
    const provider = this.providers.get(method);
    return provider?.complete(state, input) ?? this.backend.complete(method, state, input);
  }

  async refresh(principal: Principal): Promise<Principal | undefined> {
    const provider = this.providerOf(principal);
    const next = await (provider ?? this.backend).refresh(principal);
    const isOver = next?.expiresAtMs !== undefined && next.expiresAtMs <= this.now();
    return isOver ? undefined : next;
  }

  logout(principal: Principal): Promise<{ readonly location?: string }> {
    return (this.providerOf(principal) ?? this.backend).logout(principal);
  }

  async loggedOutByProvider(
    method: string,
    input: LoginInput
  ): Promise<ProviderLogout | undefined> {
    const provider = this.providers.get(method);
    return provider
      ? provider.loggedOutByProvider(input)
      : this.backend.loggedOutByProvider?.(method, input);
  }

  async description(method: string): Promise<string | undefined> {
    return this.backend.description?.(method);
  }

  private providerOf({ provider }: Principal): ProviderMethod | undefined {
    return provider && this.providers.get(provider.method);
  }
}
