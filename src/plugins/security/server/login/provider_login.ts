/**
 * Login methods of this server beyond those of its backend. Each redirects to an identity provider
 * and lets the backend verify the result, so they work with every backend.
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

/** Login method of one provider; members as in `Login`. */
export interface ProviderMethod {
  readonly id: string;
  begin(input: LoginInput): Promise<LoginStep>;
  complete(state: string, input: LoginInput): Promise<LoginStep>;
  refresh(principal: Principal): Promise<Principal | undefined>;
  logout(principal: Principal): Promise<{ readonly location?: string }>;
  loggedOutByProvider(input: LoginInput): Promise<ProviderLogout | undefined>;
}

/** Fields of the first step of a login through a provider. */
export interface ProviderStep {
  /** Returned by the provider unchanged. */
  readonly relay: string;
  /** Address of this server in the browser, without a trailing slash. */
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
    const isExpired = next?.expiresAtMs !== undefined && next.expiresAtMs <= this.now();
    return isExpired ? undefined : next;
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
