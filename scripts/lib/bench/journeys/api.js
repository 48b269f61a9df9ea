'use strict';
/** The product's API in the name of somebody: before a journey, and to see what came of it. */

class Api {
  #url;
  #cookie;

  constructor(url, cookie = '') {
    this.#url = url;
    this.#cookie = cookie;
  }

  /** Somebody at the same server, in a session of their own. @throws when they are refused */
  async as(credentials) {
    const { status, cookie } = await this.login(credentials);
    if (status !== 200) throw new Error(`${credentials.username} was refused by ${status}.`);
    return new Api(this.#url, cookie);
  }

  /** @returns {Promise<{ status: number, cookie: string, code?: string }>} of another session */
  async login({ username, password }) {
    const nobody = new Api(this.#url);
    const response = await nobody.#send('POST', '/auth/login', { username, password });
    const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    const { attributes } = await response.json();
    return { status: response.status, cookie: cookies.join('; '), code: attributes?.code };
  }

  /** @returns {Promise<{ status: number, body: any }>} whatever the answer says */
  async ask(method, path, body) {
    const response = await this.#send(method, path, body);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  /** @throws when it is refused */
  get(path) {
    return this.#accepted('GET', path);
  }

  /** @throws when it is refused */
  post(path, body) {
    return this.#accepted('POST', path, body);
  }

  /**
   * @param {'roles' | 'rolesmapping' | 'internalusers' | 'actiongroups' | 'tenants'} resource
   * @throws when there is none
   */
  entity(resource, name) {
    return this.get(`/api/v1/configuration/${resource}/${encodeURIComponent(name)}`);
  }

  /**
   * @param {{ user: string, action: string, index?: string, tenant?: string }} question
   * @returns {Promise<boolean>} whether it is permitted, by the engine's word
   */
  async permits({ index, ...request }) {
    const { decision } = await this.post('/api/v1/access/explain', {
      ...request,
      ...(index !== undefined && { index: [index] }),
    });
    return decision.outcome === 'allowed';
  }

  async #accepted(method, path, body) {
    const response = await this.ask(method, path, body);
    if (response.status < 300) return response.body;
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
  }

  #send(method, path, body) {
    return fetch(this.#url + path, {
      method,
      headers: {
        cookie: this.#cookie,
        'kbn-xsrf': 'true',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }
}

module.exports = { Api };
