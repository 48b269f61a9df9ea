/** Connections to one host of the cluster. */
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { Connection } from '@opensearch-project/opensearch';
import { CLUSTER_LIMITS } from '../../../contracts/limits';

/** Unlike the client's own class, writes nothing to the console when a connection fails late. */
export class QuietConnection extends Connection {
  override request(...[params, callback]: Parameters<Connection['request']>): http.ClientRequest {
    const request = super.request(params, (error, response) => {
      request.removeAllListeners('error').on('error', () => undefined);
      callback(error, response);
    });
    let interimResponses = 0;
    request.on('information', () => {
      if (++interimResponses > CLUSTER_LIMITS.interimResponses)
        request.destroy(new Error('Parse error: too many interim responses (1xx).'));
    });
    return request;
  }
}

/**
 * An agent for connections that serve one request after another.
 *
 * @param ssl - TLS options, for `https:`
 * @param guard - resolves names instead of Node
 */
export function keepAliveAgent(
  { url, ssl }: { url: URL; ssl?: object | null },
  guard?: { readonly lookup: LookupFunction }
): http.Agent {
  const options = { keepAlive: true, maxSockets: CLUSTER_LIMITS.connections, ...guard };
  const agent =
    url.protocol === 'http:' ? new http.Agent(options) : new https.Agent({ ...options, ...ssl });
  const { keepSocketAlive, reuseSocket } = agent;
  const destroy = function (this: Duplex): void {
    this.destroy();
  };
  // Node discards bytes that arrive on an idle connection, and would keep using it.
  agent.keepSocketAlive = (socket) => {
    socket.once('data', destroy);
    return keepSocketAlive.call(agent, socket);
  };
  agent.reuseSocket = (socket, request) => {
    socket.off('data', destroy);
    reuseSocket.call(agent, socket, request);
  };
  return agent;
}
