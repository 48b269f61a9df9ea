'use strict';
/** A real node for benchmarks, and keep-alive requests to it and to the product. */
const fs = require('node:fs');
const http = require('node:http');
const https = require('node:https');
const { startNode, stopNode } = require('../../../scripts/lib/cluster/node');
const { missingTools, ensureSoftware } = require('../../../scripts/lib/cluster/software');
const { releaseOf } = require('../../../scripts/lib/cluster/versions');
const { freePort } = require('../../../scripts/lib/tests/cluster');
const { temporaryFolder } = require('../../../scripts/lib/runtime/server');

const RELEASE = '3.4';
const agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': undefined };
/** The index of the security plugin. Only its administrator's certificate may read it. */
const SECURITY_INDEX = '/.opendistro_security/_doc';

const basic = (name, password) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

/** Starts an empty node, unless SD_CLUSTER_NODE names the `node.json` of a running one. */
async function withNode(work) {
  const given = process.env.SD_CLUSTER_NODE;
  // Servers started from here would read SD_… variables as settings.
  delete process.env.SD_CLUSTER_NODE;
  if (given) return work(JSON.parse(fs.readFileSync(given, 'utf8')));
  const release = releaseOf(RELEASE);
  const missing = missingTools(release);
  if (missing !== undefined) return [{ what: 'Skipped', value: missing }];
  await ensureSoftware(release, () => undefined);
  const dir = temporaryFolder();
  // As root, nodes run under another account.
  fs.chmodSync(dir, 0o755);
  try {
    return await work(await startNode({ release, dir, port: await freePort(), heap: '1g' }));
  } finally {
    await stopNode(dir);
    agents['https:']?.destroy();
    fs.rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * @param {{ method?: string, headers?: Record<string, string>, body?: unknown, ca?: string, agent?:
 *   http.Agent }} given
 * @returns {Promise<{ status: number, text: string, headers: http.IncomingHttpHeaders }>}
 */
function call(url, { method = 'GET', headers = {}, body, ca, agent } = {}) {
  const { protocol } = new URL(url);
  if (protocol === 'https:' && !agent)
    agents['https:'] ??= new https.Agent({ keepAlive: true, ca });
  const { request } = protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        agent: agent ?? agents[protocol],
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      },
      (response) => {
        const parts = [];
        response.on('data', (part) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode,
            text: Buffer.concat(parts).toString(),
            headers: response.headers,
          })
        );
      }
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Sends a request to the cluster as its administrator. Throws for statuses other than 2xx. */
async function asAdmin(node, method, path, body) {
  const headers = { authorization: basic('admin', node.adminPassword) };
  const ca = fs.readFileSync(node.ca, 'utf8');
  return accepted(await call(node.url + path, { method, headers, body, ca }), `${method} ${path}`);
}

function accepted(response, what) {
  if (response.status < 200 || response.status > 299)
    throw new Error(`${what} was answered ${response.status}: ${response.text.slice(0, 500)}`);
  return response;
}

/**
 * Replaces a whole configuration document, as the plugin's command-line tool does: the REST API
 * would take minutes for tens of thousands of entries.
 * @param {(entries: Record<string, object>) => void} change
 */
async function changeDocument(node, kind, change) {
  const [ca, cert, key] = [node.ca, node.adminCertificate, node.adminKey].map((file) =>
    fs.readFileSync(file, 'utf8')
  );
  const agent = new https.Agent({ keepAlive: true, ca, cert, key });
  const ask = async (method, path, body) =>
    accepted(await call(node.url + path, { method, body, agent }), `${method} ${path}`);
  try {
    const { _source: source } = JSON.parse((await ask('GET', `${SECURITY_INDEX}/${kind}`)).text);
    const entries = JSON.parse(Buffer.from(source[kind], 'base64').toString());
    change(entries);
    const content = Buffer.from(JSON.stringify(entries)).toString('base64');
    await ask('PUT', `${SECURITY_INDEX}/${kind}?refresh=true`, { [kind]: content });
    // Makes all nodes reload the configuration.
    await ask('DELETE', '/_plugins/_security/api/cache');
  } finally {
    agent.destroy();
  }
}

module.exports = { asAdmin, basic, call, changeDocument, withNode };
