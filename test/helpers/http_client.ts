/** A small HTTP client with cookies. Follows no redirects, because tests check their targets. */

export interface HttpResult<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed if the response is JSON, otherwise `undefined`. */
  readonly body: T;
  readonly text: string;
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Objects are sent as JSON, strings unchanged. */
  readonly body?: unknown;
}

/** A client of one server with the cookies of one browser. */
export class HttpClient {
  private readonly cookies = new Map<string, string>();

  /** @param baseUrl - with the base path, without a trailing slash */
  constructor(readonly baseUrl: string) {}

  get<T = any>(path: string, options?: RequestOptions): Promise<HttpResult<T>> {
    return this.request<T>('GET', path, options);
  }

  post<T = any>(path: string, body?: unknown, options?: RequestOptions): Promise<HttpResult<T>> {
    return this.request<T>('POST', path, { ...options, body });
  }

  put<T = any>(path: string, body?: unknown, options?: RequestOptions): Promise<HttpResult<T>> {
    return this.request<T>('PUT', path, { ...options, body });
  }

  patch<T = any>(path: string, body?: unknown, options?: RequestOptions): Promise<HttpResult<T>> {
    return this.request<T>('PATCH', path, { ...options, body });
  }

  delete<T = any>(path: string, options?: RequestOptions): Promise<HttpResult<T>> {
    return this.request<T>('DELETE', path, options);
  }

  /**
   * Sends `kbn-xsrf` and the cookies unless `options.headers` overrides them; an empty value omits
   * one.
   */
  async request<T = any>(
    method: string,
    path: string,
    { headers = {}, body }: RequestOptions = {}
  ): Promise<HttpResult<T>> {
    const all: Record<string, string> = { 'kbn-xsrf': 'true', ...headers };
    if (this.cookies.size > 0 && all.cookie === undefined) all.cookie = this.cookieHeader();
    if (body !== undefined && typeof body !== 'string') all['content-type'] ??= 'application/json';
    const response = await fetch(this.baseUrl + path, {
      method,
      redirect: 'manual',
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    this.keepCookies(response);
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const isJson = /[/+]json\b/.test(type) && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (isJson ? JSON.parse(text) : undefined) as T,
    };
  }

  /** Logs in with name and password and keeps the session. */
  async login(username: string, password: string): Promise<HttpResult> {
    return this.post('/auth/login', { username, password });
  }

  /** The cookies as a `cookie` header, to replay them later. */
  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  clearCookies(): void {
    this.cookies.clear();
  }

  private keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const [name = '', ...value] = pair.trim().split('=');
      const isGone =
        attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute)) ||
        value.join('=') === '';
      if (isGone) this.cookies.delete(name);
      else this.cookies.set(name, value.join('='));
    }
  }
}

/** Text of an error response without the request id, which always differs. */
export const errorText = ({ text }: Pick<HttpResult, 'text'>): string =>
  text.replace(/,"requestId":"[0-9a-f-]{36}"/, '');
