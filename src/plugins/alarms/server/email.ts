/** Messages by e-mail, as plain text over SMTP. */
import { ALARM_LIMITS } from '@sd/contracts';
import type { Transporter } from 'nodemailer';
import { bracket } from './config';
import { type AlarmMessage, FinalDeliveryError, type Sender, toText } from './alarm_message';

export interface EmailTarget {
  readonly host: string;
  readonly port: number;
  /** `tls`: from the first byte; `starttls`: required; `none`: never. */
  readonly security: 'tls' | 'starttls' | 'none';
  readonly from: string;
  readonly to: readonly string[];
  readonly credentials?: { readonly user: string; readonly pass: string };
  /** PEM; by default the authorities of the system. */
  readonly ca?: string;
}

/** From here on, SMTP replies are permanent (RFC 5321). */
const PERMANENT = 500;

export class Email implements Sender {
  readonly kind = 'email';
  readonly target: string;
  private transport: Promise<Transporter> | undefined;

  constructor(private readonly to: EmailTarget) {
    this.target = `${to.to.join(', ')} (${bracket(to.host)}:${to.port})`;
  }

  async send(message: AlarmMessage): Promise<void> {
    this.transport ??= transportTo(this.to);
    const transport = await this.transport;
    const subject = `[Security] ${message.subject}`;
    const { from, to } = this.to;
    // Receivers show one mail for attempts of the same message.
    const messageId = `<${message.id}@${from.split('@')[1]}>`;
    try {
      const mail = { from, to: [...to], subject, text: toText(message), messageId };
      await withinTime(transport.sendMail(mail));
    } catch (error) {
      const { responseCode, message: reason } = error as Error & { responseCode?: number };
      if (responseCode !== undefined && responseCode >= PERMANENT)
        throw new FinalDeliveryError(reason);
      throw error;
    }
  }
}

/** The library limits each step, and a server could take its time in all of them. */
async function withinTime(sending: Promise<unknown>): Promise<void> {
  const { timeoutMs } = ALARM_LIMITS;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const problem = new Error(`The mail server did not finish within ${timeoutMs} ms.`);
    timer = setTimeout(() => reject(problem), timeoutMs);
  });
  try {
    await Promise.race([sending, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The library is loaded only where a mail is sent. */
async function transportTo(target: EmailTarget): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const { host, port, security, credentials, ca } = target;
  const { timeoutMs } = ALARM_LIMITS;
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(credentials && { auth: credentials }),
    tls: { minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
