/**
 * Messages to a web address. A receiver verifies `HMAC-SHA256(secret, "{timestamp}.{body}")` and
 * rejects old timestamps. Redirects are not followed, and every address that the host name resolves
 * to must be allowed.
 */
import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { ALARM_LIMITS } from '@sd/contracts';
import { type AllowedHosts, FORBIDDEN_ADDRESS, guardedLookup } from '@sd/core/server';
import { type AlarmMessage, FinalDeliveryError, type Sender } from './alarm_message';

export const SIGNATURE_HEADERS = Object.freeze({
  /** Seconds since 1970. */
  timestamp: 'x-security-dashboards-timestamp',
  /** `v1=` and the signature in hexadecimal digits. */
  signature: 'x-security-dashboards-signature',
  /** Id of the message. */
  delivery: 'x-security-dashboards-delivery',
});

interface WebhookDeps {
  readonly url: string;
  readonly secret: string;
  readonly hosts: AllowedHosts;
  /** PEM; by default the authorities of the system. */
  readonly ca?: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly timeoutMs?: number;
}

export class Webhook implements Sender {
  readonly kind = 'webhook';
  readonly target: string;

  constructor(private readonly deps: WebhookDeps) {
    this.target = new URL(deps.url).origin;
  }

  async send(message: AlarmMessage): Promise<void> {
    // Node resolves no address that is one already, so the guarded lookup would not run.
    if (!this.deps.hosts.mayAllow(this.deps.url)) throw new FinalDeliveryError(FORBIDDEN_ADDRESS);
    const body = JSON.stringify(message);
    const statusCode = await this.post(body, this.toHeaders(message, body));
    if (statusCode >= 200 && statusCode < 300) return;
    const answered = `The receiver answered with status ${statusCode}.`;
    if (statusCode >= 300 && statusCode < 400)
      throw new FinalDeliveryError(`${answered} Redirects are not followed.`);
    if (statusCode >= 500 || statusCode === 408 || statusCode === 429) throw new Error(answered);
    throw new FinalDeliveryError(answered);
  }

  private toHeaders({ id }: AlarmMessage, body: string): Record<string, string | number> {
    const timestamp = Math.floor(this.deps.now() / 1_000);
    const hmac = createHmac('sha256', this.deps.secret).update(`${timestamp}.${body}`);
    return {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'security-dashboards',
      [SIGNATURE_HEADERS.timestamp]: timestamp,
      [SIGNATURE_HEADERS.signature]: `v1=${hmac.digest('hex')}`,
      [SIGNATURE_HEADERS.delivery]: id,
    };
  }

  private post(body: string, headers: Record<string, string | number>): Promise<number> {
    const { url, hosts, ca, timeoutMs = ALARM_LIMITS.timeoutMs } = this.deps;
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const options = {
        method: 'POST',
        headers,
        agent: false,
        lookup: guardedLookup(hosts.allows),
        ca,
        minVersion: 'TLSv1.2' as const,
        signal: AbortSignal.timeout(timeoutMs),
      };
      const sent = send(url, options, (response) => {
        resolve(response.statusCode ?? 0);
        // Nothing of the body is of use, and it may be endless.
        response.destroy();
      });
      sent.on('error', (error) => reject(deliveryError(error, timeoutMs)));
      sent.end(body);
    });
  }
}

function deliveryError(error: Error, timeoutMs: number): Error {
  if (error.message.startsWith(FORBIDDEN_ADDRESS)) return new FinalDeliveryError(error.message);
  if (error.name !== 'AbortError') return error;
  return new Error(`The receiver did not answer within ${timeoutMs} ms.`);
}
