/**
 * A browser without scripts, for journeys over several sites: keeps cookies of each, follows
 * redirects and posts the forms that a page would post by itself. Cookies go along as browsers
 * send them: not with what a page of another site posts.
 */

export interface FormPage {
  /** The whole address. */
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
  ...{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' },
  ...{ '&#x2F;': '/', '&#x3D;': '=', '&#x2B;': '+' },
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
  /** By host. */
  private readonly jars = new Map<string, Map<string, string>>();
  /** Every address that was asked for, in order. */
  readonly visited: string[] = [];
  /** Every `set-cookie` that came. */
  readonly cookieLines: string[] = [];

  /** @param places - origins that stand for others: what is asked of one goes to the other */
  constructor(
    private readonly places: ReadonlyMap<string, string>,
    private readonly fetch_: typeof fetch = fetch
  ) {}

  /** @param from - the site whose link was followed; absent: typed */
  async open(address: string, from?: URL): Promise<FormPage> {
    return this.send('GET', new URL(address), undefined, from);
  }

  /** Fills in the only form of a page, or the one with such fields, and sends it. */
  async submit(page: FormPage, values: Readonly<Record<string, string>> = {}): Promise<FormPage> {
    const form = formIn(page.text);
    if (!form) throw new Error(`There is no form at ${page.url.href}: ${page.text.slice(0, 300)}`);
    const body = new URLSearchParams({ ...form.fields, ...values }).toString();
    return this.send('POST', new URL(form.action || page.url.href, page.url), body, page.url);
  }

  /** As what follows when a script sends the forms of hidden fields alone. */
  async settle(page: FormPage): Promise<FormPage> {
    let at = page;
    for (let step = 0; step < MOST_STEPS && isSelfSending(at.text); step++)
      at = await this.submit(at);
    return at;
  }

  /** Another browser with the cookies of one site, which this one no longer has. */
  splitOff(origin: string): FormBrowser {
    const other = new FormBrowser(this.places, this.fetch_);
    other.jars.set(origin, this.jars.get(origin) ?? new Map<string, string>());
    this.jars.delete(origin);
    return other;
  }

  /** One request and its answer, as a page of the same site makes it. */
  async request(method: string, address: string, body?: string, type = FORM): Promise<Response> {
    return this.ask(method, new URL(address), body, new URL(address), type);
  }

  /** What a script of a page sends. */
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
