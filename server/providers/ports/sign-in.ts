export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 200
/** A broker's session ends after so long, however often it is prolonged by use. */
export const BROKER_LONGEST_DAYS = 90

/** After so long, staff go back to the issuer, which no longer knows who has left: its groups count again. */
export const SSO_LONGEST_HOURS = 12

/** The user of a valid session. */
export interface SignedIn {
  userId: number
  email: string
  name: string
  firstName: string
  lastName: string
  /** Address of their picture; null: none. */
  image: string | null
  /** null: not a member of staff. */
  role: string | null
  disabled: boolean
  /** Invited to join the staff, not yet accepted: the role does not count yet. */
  invited: boolean
  /** null: not a broker. */
  brokerId: number | null
  sessionId: number
  /** When it ends unless it is used and prolonged before. */
  expiresAt: Date
  twoFactorEnabled: boolean
  /** How the session was opened. */
  method: SignInMethod
  /** When the person last proved who they are. */
  authenticatedAt: Date
}

export type SignInMethod = 'password' | 'sso' | 'passkey'

/** Whose area a session gives access to: the staff's by cookie, the brokers' portal by bearer token. */
export type Audience = 'staff' | 'broker'

/** Headers of a request, as Node gives them. */
export type RequestHeaders = Record<string, string | string[] | undefined>

/** Where a session is opened from: shown in the list of sessions. */
export interface Origin {
  headers: RequestHeaders
  ip: string
}

export interface OpenedSession {
  userId: number
  sessionId: number
  /** Ends this session. */
  token: string
  /** `Set-Cookie` values that give the session to the browser. */
  cookies: string[]
  /** The same for a client that sends it as `Authorization: Bearer`. */
  bearer: string
  /** The step of 30 seconds that the app's code belonged to, where one opened the session. */
  timeStep?: number
}

/** The password was right and a code is required: valid for ten minutes and a few wrong codes. */
export interface AskedForCode {
  userId: number
  challenge: string
  /** `Set-Cookie` values by which a browser keeps the challenge. */
  cookies: string[]
}

/**
 * Why a code is refused: it is `wrong`; the challenge has `ended` (it expired, had too many tries, or was used); this
 * person's codes are `locked` for a while after too many wrong ones.
 */
export type CodeRefusal = 'wrong' | 'ended' | 'locked'

/** The answer of a browser to a challenge of WebAuthn, as JSON. */
export interface PasskeyResponse {
  id: string
  [part: string]: unknown
}

/** Options of WebAuthn for the browser, and cookies that bind the challenge to it. */
export interface PasskeyChallenge {
  options: Record<string, unknown>
  cookies: string[]
}

/** The data to set up an authenticator app. */
export interface TwoFactorSecret {
  /** otpauth://… */
  uri: string
  backupCodes: string[]
}

/** Passwords, second factors and sessions of one audience: the parts of signing in that we leave to a library. */
export interface SignInProvider {
  /** The session of this request; null without one, or when it has ended. */
  session(headers: RequestHeaders): Promise<SignedIn | null>
  /** Extends the session of this request once a day. @returns the cookies to set, often none */
  renew(headers: RequestHeaders): Promise<string[]>
  /** Checks a password and opens a session. @returns null for a wrong pair, in the same time as for a right one */
  signIn(input: { email: string; password: string } & Origin): Promise<OpenedSession | AskedForCode | null>
  /** The challenge that a browser kept as a cookie; null without one. */
  challengeIn(headers: RequestHeaders): Promise<string | null>
  /** The user of a challenge; null when it has ended. */
  challenged(challenge: string): Promise<number | null>
  /** Completes a sign-in with a code of the app or a backup code, which works once. */
  verify(input: { challenge: string; code: string } & Origin): Promise<OpenedSession | CodeRefusal>
  /** Ends a session that was opened but must not be given to the client. */
  end(token: string): Promise<void>
  /** Ends the session of this request. @returns the cookies that clear it */
  signOut(headers: RequestHeaders): Promise<string[]>
  /** A salted hash to store. */
  hashPassword(password: string): Promise<string>
  checkPassword(password: string, hash: string): Promise<boolean>
  /** Changes the sender's password; other sessions stay. @returns false when the current one is wrong */
  changePassword(headers: RequestHeaders, change: { current: string; next: string }): Promise<boolean>
  /** A token that sets a new password once, within an hour; null for an unknown address. */
  startReset(email: string): Promise<string | null>
  /** Whose password a token sets; null when it was used or has expired. */
  ownerOfReset(token: string): Promise<number | null>
  /** Sets a password and ends every session of its person. @returns the user's id; null if the token is invalid */
  reset(token: string, password: string): Promise<number | null>
  /**
   * A secret for an app; sign-ins require no code until the first right code confirms it. @returns null when the
   * password is wrong
   */
  startTwoFactor(headers: RequestHeaders, password: string): Promise<TwoFactorSecret | null>
  /** @returns false when the code is wrong, or nothing was started */
  confirmTwoFactor(headers: RequestHeaders, code: string): Promise<boolean>
  /** @returns false when the password is wrong */
  stopTwoFactor(headers: RequestHeaders, password: string): Promise<boolean>
  /** Begins to add a passkey to the account of this session; null without one. Valid for five minutes, once. */
  startPasskey(headers: RequestHeaders): Promise<PasskeyChallenge | null>
  /** @returns false where the answer does not fit the challenge, or the device did not check the person */
  addPasskey(headers: RequestHeaders, made: { response: PasskeyResponse; name: string }): Promise<boolean>
  /** Begins a sign-in or another proof with a passkey. */
  challengePasskey(origin: Origin): Promise<PasskeyChallenge>
  /** @returns null as for addPasskey, and for an unknown passkey */
  signInWithPasskey(input: { response: PasskeyResponse } & Origin): Promise<OpenedSession | null>
}
