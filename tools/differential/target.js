'use strict';
/** HTTP client for one of the two compared servers. */
const fs = require('node:fs');
const http = require('node:http');
const https = require('node:https');
const { decodeFirstSync: decode } = require('cbor');
const { parse } = require('yaml');

const TIMEOUT_MS = 30_000;

/**
 * @typedef {{ certificate?: boolean, credentials?: string, isRefused?: boolean, from?: string }}
 *   Caller `credentials`: `name:password`; `isRefused`: may be anonymous, or a user whose password
 *   was changed; `from`: local address
 * @typedef {{ method: string, path: string, headers?: Record<string, string>, body?: string }}
 *   HttpCall
 * @typedef {{ status: number, type: string, body: unknown, text: string }} HttpAnswer `body`:
 *   parsed if it is JSON, YAML or CBOR
 */

class ComparedServer {
  /**
   * @param {{ name: string, url: string, ca?: string, certificate?: string, key?: string }} options
   *   paths of PEM files; `certificate` and `key` belong to the administrator, for callers with
   *   `certificate`
   */
  constructor({ name, url, ca, certificate, key }) {
    this.name = name;
    this.url = url;
    const read = (file) => file && fs.readFileSync(file);
    this.library = url.startsWith('https:') ? https : http;
    const tls = { ca: read(ca) };
    this.agent = new this.library.Agent({ keepAlive: true, maxSockets: 4, ...tls });
    this.certified =
      certificate &&
      new https.Agent({ keepAlive: true, ...tls, cert: read(certificate), key: read(key) });
    this.plain = { agent: false, ...tls };
  }

  /**
   * @param {Caller} identity
   * @param {HttpCall} call
   * @returns {Promise<HttpAnswer>}
   */
  call(identity, { method, path, headers = {}, body }) {
    // A cluster responds twice if it rejects both caller and method, or a forged header. On a kept
    // connection, this would shift all later responses.
    const isForged = Object.hasOwn(headers, '_opendistro_security_user');
    const isAnsweredTwice = method === 'HEAD' || identity.isRefused || isForged;
    const { from } = identity;
    const own = isAnsweredTwice || from ? this.plain : { agent: this.agent };
    return new Promise((resolve, reject) => {
      const request = this.library.request(
        `${this.url}${path}`,
        {
          method,
          timeout: TIMEOUT_MS,
          ...(identity.certificate ? { agent: this.certified } : own),
          ...(from && { localAddress: from }),
          headers: {
            ...(identity.credentials && {
              authorization: `Basic ${Buffer.from(identity.credentials).toString('base64')}`,
            }),
            ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
            ...headers,
          },
        },
        (response) => {
          const chunks = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => resolve(responseOf(response, Buffer.concat(chunks))));
        }
      );
      request.on('timeout', () =>
        request.destroy(new Error(`${this.name}: no answer to ${method} ${path}`))
      );
      request.on('error', reject);
      request.end(body);
    });
  }

  close() {
    this.agent.destroy();
    this.certified?.destroy();
  }
}

function responseOf(response, bytes) {
  const type = (response.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
  if (type === 'application/cbor') {
    const body = decode(bytes);
    return { status: response.statusCode, type, text: JSON.stringify(body), body };
  }
  const text = bytes.toString('utf8');
  return { status: response.statusCode, type, text, body: parsed(type, text) };
}

function yaml(text) {
  try {
    return parse(text);
  } catch {
    return text;
  }
}

function parsed(type, text) {
  if (type === 'application/yaml') return yaml(text);
  // Smile has several encodings of one value, and there is no parser here.
  if (type === 'application/smile') return '';
  if (type !== 'application/json') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

module.exports = { ComparedServer };
