export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 200

/** Somebody who holds a valid session. */
export interface SignedIn {
  userId: number
  email: string
  name: string
  /** null: not a member of staff. */
  role: string | null
  disabled: boolean
  /** null: not a broker. */
  brokerId: number | null
  sessionId: number
}

/** Whose area a session opens: the staff's by cookie, the brokers' portal by bearer token. */
export type Audience = 'staff' | 'broker'

/** Headers of a request, as Node gives them. */
export type RequestHeaders = Record<string, string | string[] | undefined>

export interface OpenedSession {
  userId: number
  /** What ends this session again. */
  token: string
  /** `Set-Cookie` values that hand the session to the browser. */
  cookies: string[]
  /** The same for whoever keeps it himself and sends it as `Authorization: Bearer`. */
  bearer: string
}

/** Passwords and sessions of one audience: everything of signing in that is not ours to write. */
export interface SignInProvider {
  /** The session of this request; null without one, or when it has ended. */
  session(headers: RequestHeaders): Promise<SignedIn | null>
  /** Prolongs the session of this request when a day has passed. @returns the cookies to hand out, often none */
  renew(headers: RequestHeaders): Promise<string[]>
  /** Checks a password and opens a session. @returns null for a wrong pair, in the same time as for a right one */
  signIn(input: { email: string; password: string; headers: RequestHeaders }): Promise<OpenedSession | null>
  /** Ends a session that was opened but must not be handed out. */
  end(token: string): Promise<void>
  /** Ends the session of this request. @returns the cookies that clear it */
  signOut(headers: RequestHeaders): Promise<string[]>
  /** A salted hash fit to be stored. */
  hashPassword(password: string): Promise<string>
}
