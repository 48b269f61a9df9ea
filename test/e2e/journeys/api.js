'use strict';
/** API client of a user, to prepare a journey and to check its outcome. */

class Api {
  url;
  #cookie;

  constructor(url, cookie = '') {
    this.url = url;
    this.#cookie = cookie;
  }

  /**
   * A client for another user of the same server, with its own session.
   * @throws if the login fails
   */
  async as(credentials) {
    const { status, cookie } = await this.login(credentials);
    if (status !== 200) throw new Error(`${credentials.username} was refused by ${status}.`);
    return new Api(this.url, cookie);
  }

  /**
   * @returns {Promise<{ status: number, cookie: string, code?: string }>} the response of a
   *   separate login
   */
  async login({ username, password }) {
    const nobody = new Api(this.url);
    const response = await nobody.#send('POST', '/auth/login', { username, password });
    const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    const { attributes } = await response.json();
    return { status: response.status, cookie: cookies.join('; '), code: attributes?.code };
  }

  /** @returns {Promise<{ status: number, body: any }>} any response, errors included */
  async ask(method, path, body) {
    const response = await this.#send(method, path, body);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  /** @throws if the response is an error */
  get(path) {
    return this.#accepted('GET', path);
  }

  /** @throws if the response is an error */
  post(path, body) {
    return this.#accepted('POST', path, body);
  }

  /**
   * @param {'roles' | 'rolesmapping' | 'internalusers' | 'actiongroups' | 'tenants'} resource
   * @throws if the entity does not exist
   */
  entity(resource, name) {
    return this.get(`/api/v1/configuration/${resource}/${encodeURIComponent(name)}`);
  }

  /**
   * @param {{ user: string, action: string, index?: string, tenant?: string }} question
   * @returns {Promise<boolean>} whether the engine permits the action
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
    return fetch(this.url + path, {
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
