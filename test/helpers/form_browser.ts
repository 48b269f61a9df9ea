/**
 * A browser without scripts for journeys across sites: keeps cookies per site, follows redirects
 * and submits self-posting forms.
 */

export interface FormPage {
  /** The final URL, after redirects. */
  readonly url: URL;
  readonly status: number;
  readonly text: string;
}

interface Form {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

const FORM = 'application/x-www-form-urlencoded';
const MOST_STEPS = 20;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x2F;': '/',
  '&#x3D;': '=',
  '&#x2B;': '+',
};
const plain = (text: string): string =>
  text.replace(/&(?:#x?[0-9a-f]+|[a-z]+);/gi, (entity) => {
    const [, hex, digits] = /^&#(x?)([0-9a-f]+);$/i.exec(entity) ?? [];
    if (digits !== undefined) return String.fromCodePoint(parseInt(digits, hex ? 16 : 10));
    return ENTITIES[entity] ?? entity;
  });

const attributeOf = (tag: string, name: string): string | undefined => {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag) ?? [];
  return value === undefined ? undefined : plain(value);
};

export class FormBrowser {
  /** Cookies by host. */
  private readonly jars = new Map<string, Map<string, string>>();
  /** Every requested URL, in order. */
  readonly visited: string[] = [];
  /** Every received `set-cookie` header. */
  readonly cookieLines: string[] = [];

  /** @param places - origins mapped to the origin that serves their requests */
  constructor(
    private readonly places: ReadonlyMap<string, string>,
    private readonly fetch_: typeof fetch = fetch
  ) {}

  /** @param from - the page with the link; absent for a typed URL */
  async open(address: string, from?: URL): Promise<FormPage> {
    return this.send('GET', new URL(address), undefined, from);
  }

  /** Fills in and submits the only form of a page, or the one with these fields. */
  async submit(page: FormPage, values: Readonly<Record<string, string>> = {}): Promise<FormPage> {
    const form = formIn(page.text);
    if (!form) throw new Error(`There is no form at ${page.url.href}: ${page.text.slice(0, 300)}`);
    const body = new URLSearchParams({ ...form.fields, ...values }).toString();
    return this.send('POST', new URL(form.action || page.url.href, page.url), body, page.url);
  }

  /**
   * Submits forms that consist of hidden fields, like the scripts of such pages do, until another
   * page appears.
   */
  async settle(page: FormPage): Promise<FormPage> {
    let at = page;
    for (let step = 0; step < MOST_STEPS && isSelfSending(at.text); step++)
      at = await this.submit(at);
    return at;
  }

  /** Moves the cookies of one site to another browser. */
  splitOff(origin: string): FormBrowser {
    const other = new FormBrowser(this.places, this.fetch_);
    other.jars.set(origin, this.jars.get(origin) ?? new Map<string, string>());
    this.jars.delete(origin);
    return other;
  }

  /** Sends one request as a page of the same site. */
  async request(method: string, address: string, body?: string, type = FORM): Promise<Response> {
    return this.ask(method, new URL(address), body, new URL(address), type);
  }

  /** Sends JSON like a page script does. */
  call(method: string, address: string, body: object): Promise<Response> {
    return this.request(method, address, JSON.stringify(body), 'application/json');
  }

  private async send(
    method: string,
    address: URL,
    body: string | undefined,
    from: URL | undefined
  ): Promise<FormPage> {
    let [at, next, form] = [address, method, body];
    for (let step = 0; step < MOST_STEPS; step++) {
      const response = await this.ask(next, at, form, from, FORM);
      const text = await response.text();
      const location = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || location === null)
        return { url: at, status: response.status, text };
      [at, next, form] = [new URL(location, at), 'GET', undefined];
    }
    throw new Error(`Redirects lead nowhere: ${at.href}`);
  }

  private async ask(
    method: string,
    at: URL,
    body: string | undefined,
    from: URL | undefined,
    type: string
  ): Promise<Response> {
    this.visited.push(at.href);
    const isForeign = from !== undefined && from.origin !== at.origin;
    const cookies = method === 'POST' && isForeign ? [] : [...(this.jars.get(at.origin) ?? [])];
    const response = await this.fetch_(this.placeOf(at) + at.pathname + at.search, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        ...(type !== FORM && { 'kbn-xsrf': 'true' }),
        'sec-fetch-site': from ? (isForeign ? 'cross-site' : 'same-origin') : 'none',
        ...(cookies.length > 0 && { cookie: cookies.map((one) => one.join('=')).join('; ') }),
        ...(body !== undefined && { 'content-type': type }),
        ...(body !== undefined && from && { origin: from.origin }),
      },
      ...(body !== undefined && { body }),
    });
    this.keep(at.origin, response.headers.getSetCookie());
    return response;
  }

  private placeOf({ origin }: URL): string {
    return this.places.get(origin) ?? origin;
  }

  private keep(origin: string, lines: readonly string[]): void {
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    this.cookieLines.push(...lines);
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(';');
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1)];
      const isGone = value === '' || attributes.some((one) => /^\s*max-age=0\s*$/i.test(one));
      if (isGone) jar.delete(name);
      else jar.set(name, value);
    }
  }
}

function formIn(html: string): Form | undefined {
  const [, tag, inner] = /(<form\b[^>]*>)(.*?)<\/form>/is.exec(html) ?? [];
  if (tag === undefined || inner === undefined) return undefined;
  const fields: Record<string, string> = {};
  for (const [input] of inner.matchAll(/<input\b[^>]*>/gi)) {
    const name = attributeOf(input, 'name');
    const isSent = attributeOf(input, 'type')?.toLowerCase() !== 'checkbox';
    if (name !== undefined && isSent) fields[name] = attributeOf(input, 'value') ?? '';
  }
  return { action: attributeOf(tag, 'action') ?? '', fields };
}

const isSelfSending = (html: string): boolean =>
  /<input[^>]*\sname="SAML(?:Request|Response)"/i.test(html);
