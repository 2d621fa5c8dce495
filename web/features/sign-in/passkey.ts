import type { z } from 'zod'
import type { passkeyResponse } from '#contract/accounts/passkeys.ts'

type Response = z.input<typeof passkeyResponse>['response']

const CANCELLED = 'The passkey was not used. Try again when you are ready.'
const NOT_SUPPORTED = 'This browser cannot use passkeys. Use your password.'

/** Lets the device make a passkey. @returns the answer for the server, or the sentence that says why there is none */
export async function makePasskey(options: Record<string, unknown>): Promise<Response | string> {
  return attempt(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser')
    // the server's options are those of WebAuthn
    return startRegistration({ optionsJSON: options as never })
  })
}

/** Lets the person choose a passkey of this site, and the device check them. @returns as makePasskey */
export async function choosePasskey(options: Record<string, unknown>): Promise<Response | string> {
  return attempt(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    // as above
    return startAuthentication({ optionsJSON: options as never })
  })
}

async function attempt(work: () => Promise<object>): Promise<Response | string> {
  if (!('PublicKeyCredential' in window)) return NOT_SUPPORTED
  try {
    return (await work()) as Response // the library returns the answer as JSON
  } catch (error) {
    // the person, or a lock of the device, ended it
    if (error instanceof Error && error.name === 'InvalidStateError') {
      return 'This device has a passkey for your account already.'
    }
    return CANCELLED
  }
}
