/**
 * Requests that a client sends ahead, without waiting for answers: Node.js hands over all that one
 * read of the socket contains at once, some hundred of them, and nobody else has a turn meanwhile.
 * Browsers send none ahead.
 */
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { HTTP_LIMITS } from '../../../common';

/**
 * Ends a connection on which more requests than allowed wait for their answers; hands on all
 * others.
 */
export function limitPipelining(listener: RequestListener): RequestListener {
  const unanswered = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    // The rest of what was read still arrives after the end of the connection.
    if (socket.destroyed) return;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > HTTP_LIMITS.requestsAhead) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, count);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    listener(request, response);
  };
}
