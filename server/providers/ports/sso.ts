import type { OpenedSession, Origin, RequestHeaders } from './sign-in.ts'

/** An issuer that cannot be used. The message is a sentence for an admin, without secrets. */
export class IssuerFault extends Error {
  override name = 'IssuerFault'
}

/** What an issuer's discovery document offers, as far as it is used. */
export interface IssuerFacts {
  issuer: string
  authorizationEndpoint: string
  tokenEndpoint: string
  jwksUri: string
  /** Asymmetric algorithms of ID tokens. */
  algorithms: string[]
  /** Each answer names its issuer (RFC 9207). */
  sendsIssuer: boolean
  /** How the client authenticates at the token endpoint. */
  tokenAuth: 'basic' | 'post'
  /** The scope `groups` is offered. */
  groupsScope: boolean
}

/** This installation as a client of an issuer. */
export interface SsoClient {
  issuer: string
  clientId: string
  clientSecret: string
}

/** A verified ID token. */
export interface SsoClaims {
  issuer: string
  subject: string
  /** All claims. */
  claims: Readonly<Record<string, unknown>>
}

/** Why no session was opened: see signOnRefusals of the contract. */
export type SsoFailure = 'unreachable' | 'expired' | 'untrusted'

/** The person that a session is opened for. */
export interface SsoPerson {
  userId: number
  email: string
}

/** Sign-in of staff at an issuer by OpenID Connect, with the authorization code flow. */
export interface SsoProvider {
  /** Reads the discovery document. @throws IssuerFault */
  discover(issuer: string): Promise<IssuerFacts>
  /** The number of keys that the issuer publishes for signatures. @throws IssuerFault */
  countKeys(facts: IssuerFacts): Promise<number>
  /** @param again the issuer asks for the password again @returns the issuer's page, and cookies that bind the answer to this browser */
  start(client: SsoClient, options: Origin & { again: boolean }): Promise<{ url: string; cookies: string[] }>
  /**
   * Checks the issuer's answer, and opens a session for the person that `admit` returns.
   * @returns null where `admit` returned null
   * @throws IssuerFault
   */
  complete(
    client: SsoClient,
    answer: { code: string; state: string; iss: string | null } & Origin,
    admit: (claims: SsoClaims) => Promise<SsoPerson | null>,
  ): Promise<OpenedSession | SsoFailure | null>
  /** Ends a sign-in that the issuer refused: its state cannot be used again. @returns false for an unknown state */
  abandon(state: string, headers: RequestHeaders): Promise<boolean>
  /** Encrypts a secret for the database. */
  seal(secret: string): Promise<string>
  /** @throws where it was encrypted with another SESSION_SECRET */
  unseal(sealed: string): Promise<string>
}
