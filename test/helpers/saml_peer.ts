/**
 * A SAML identity provider on loopback, based on a library that real providers use: verifies
 * requests, and signs and encrypts responses. Every visitor is logged in as `person`.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Constants,
  IdentityProvider,
  type IdentityProviderInstance,
  SamlLib,
  ServiceProvider,
  type ServiceProviderInstance,
  setSchemaValidator,
} from 'samlify';
import { providerKeys } from './saml_provider';

// Schema validation is out of scope: the recipient rejects invalid messages.
setSchemaValidator({ validate: () => Promise.resolve('not looked at') });

const { binding, format } = Constants.namespace;
const MINUTE_MS = 60_000;
const GROUPS = {
  name: 'groups',
  valueTag: 'groups',
  nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
  valueXsiType: 'xs:string',
};
const STATEMENT =
  '<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{SessionIndex}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>';

interface SamlPeerOptions {
  /** Whether assertions are encrypted for the service. */
  readonly isEncrypted?: boolean;
}

export class SamlPeer {
  person = { name: 'jdoe', group: 'dev' };
  /** Names of users whose logout was requested. */
  readonly loggedOut: string[] = [];
  private provider!: IdentityProviderInstance;
  private service!: ServiceProviderInstance;
  private readonly server = createServer((request, response) => {
    this.response(request, response).catch((error: unknown) => {
      response.writeHead(400).end(String(error));
    });
  });

  constructor(private readonly options: SamlPeerOptions = {}) {}

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get entityId(): string {
    return `${this.address}/saml`;
  }

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const { key, certificate } = await providerKeys();
    const at = (path: string) => [{ Binding: binding.redirect, Location: this.address + path }];
    this.provider = IdentityProvider({
      entityID: this.entityId,
      privateKey: key,
      signingCert: certificate,
      isAssertionEncrypted: this.options.isEncrypted ?? false,
      wantAuthnRequestsSigned: true,
      wantLogoutRequestSigned: true,
      nameIDFormat: [format.unspecified],
      singleSignOnService: at('/sign-in'),
      singleLogoutService: at('/sign-out'),
      loginResponseTemplate: {
        context: SamlLib.defaultLoginResponseTemplate.context.replace(
          '{AuthnStatement}',
          STATEMENT
        ),
        attributes: [GROUPS],
      },
    });
  }

  /** @param metadataUrl - the metadata URL of the service */
  async register(metadataUrl: string): Promise<void> {
    const metadata = await (await fetch(metadataUrl)).text();
    this.service = ServiceProvider({ metadata });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async response(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', this.address);
    const query = Object.fromEntries(searchParams);
    // The signature covers the query string as received.
    const asked = { query, octetString: search.slice(1).replace(/&Signature=.*/, '') };
    if (pathname === '/metadata') {
      response.writeHead(200, { 'content-type': 'application/samlmetadata+xml' });
      return void response.end(this.provider.getMetadata());
    }
    if (pathname === '/sign-in') {
      const { extract } = await this.provider.parseLoginRequest(this.service, 'redirect', asked);
      const asking = extract.request as {
        readonly id: string;
        assertionConsumerServiceUrl: string;
      };
      const at = this.service.entityMeta.getAssertionConsumerService('post') as string;
      if (asking.assertionConsumerServiceUrl !== at)
        return void response.writeHead(400).end('No such place.');
      return this.show(response, at, asking.id, query['RelayState']);
    }
    if (pathname === '/unasked') return this.show(response, query['at'] ?? '');
    if (pathname !== '/sign-out') return void response.writeHead(404).end();
    const { extract } = await this.provider.parseLogoutRequest(this.service, 'redirect', asked);
    this.loggedOut.push(String(extract.nameID));
    response.end('Signed out.');
  }

  /** Sends the page whose form a browser posts to the service. */
  private async show(
    response: ServerResponse,
    at: string,
    requestId?: string,
    relay?: string
  ): Promise<void> {
    const made = await this.provider.createLoginResponse(
      this.service,
      { extract: {} },
      'post',
      {},
      {
        customTagReplacement: (template) => this.filled(template, at, requestId),
        encryptThenSign: this.options.isEncrypted ?? false,
      }
    );
    const input = (name: string, value: string) =>
      `<input type="hidden" name="${name}" value="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`;
    const fields = [input('SAMLResponse', made.context)];
    if (relay !== undefined) fields.push(input('RelayState', relay));
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<form method="post" action="${at}">${fields.join('')}<button>Go on</button></form>`
    );
  }

  private filled(template: string, at: string, requestId: string | undefined) {
    const id = `_${randomUUID()}`;
    const nowMs = Date.now();
    const until = new Date(nowMs + MINUTE_MS).toISOString();
    const wanted =
      requestId === undefined
        ? template.replaceAll(' InResponseTo="{InResponseTo}"', '')
        : template;
    const context = SamlLib.replaceTagsByValue(wanted, {
      ID: id,
      AssertionID: `_${randomUUID()}`,
      SessionIndex: `_${randomUUID()}`,
      Destination: at,
      SubjectRecipient: at,
      Audience: this.service.entityMeta.getEntityID(),
      Issuer: this.entityId,
      IssueInstant: new Date(nowMs).toISOString(),
      ConditionsNotBefore: new Date(nowMs).toISOString(),
      ConditionsNotOnOrAfter: until,
      SubjectConfirmationDataNotOnOrAfter: until,
      StatusCode: Constants.StatusCode.Success,
      NameIDFormat: format.unspecified,
      NameID: this.person.name,
      InResponseTo: requestId,
      attrGroups: this.person.group,
    });
    return { id, context };
  }
}
