// Decides the code of a call or SMS, how it is written in an SMS and how an agent says it.

import { shortCode } from '#server/platform/crypto/short-code.ts'

/** A call by its id, an SMS by its occasion, which exists before its row does. */
export type ContactName = { kind: 'call'; id: number } | { kind: 'sms'; occasion: string }

/** The code that shows a person that a call or SMS is ours. */
export function contactCode(secret: string, contact: ContactName): string {
  return shortCode(secret, contact.kind === 'call' ? `call:${contact.id}` : `sms:${contact.occasion}`)
}

/** The address of the page without its scheme, as people type it. */
const pageOf = (publicUrl: string): string => `${publicUrl.replace(/^https?:\/\//, '')}/verify`

/** The sentence at the end of the first SMS to a number. */
export const codeSentence = (code: string, publicUrl: string): string =>
  ` Really us? Check code ${code} at ${pageOf(publicUrl)}`

/** The answer of an agent to the question whether the call is genuine. */
export function spokenCheck(code: string, publicUrl: string): string {
  const page = pageOf(publicUrl)
    .replaceAll('.', ' dot ')
    .replaceAll(':', ' colon ')
    .replaceAll('/', ' slash ')
  return `You can check that this call is genuine. Open ${page}, and enter your number and this code: ${spelled(code)}.`
}

const WORDS = [
  ...['Alfa', 'Bravo', 'Charlie', 'Delta', 'Echo', 'Foxtrot', 'Golf', 'Hotel', 'Juliett', 'Kilo'],
  ...['Mike', 'November', 'Papa', 'Quebec', 'Romeo', 'Sierra', 'Tango', 'Victor', 'Whiskey', 'X-ray'],
  ...['Yankee', 'Zulu'],
]

/** 'K for Kilo, 7, P for Papa': B, D, P and T sound alike on the telephone. */
const spelled = (code: string): string =>
  Array.from(code, (sign) => {
    const word = WORDS.find((each) => each.startsWith(sign))
    return word ? `${sign} for ${word}` : sign
  }).join(', ')
