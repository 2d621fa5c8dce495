// Decides the outcome of a mail from how its dialogue with the mail server ended.

import { cutText, singleLine } from '#contract/plain-text.ts'
import type { SendResult } from '../ports/messaging.ts'

/** The parts of nodemailer's errors that count. */
export interface SmtpFailure {
  code?: string | undefined
  /** The current command, e.g. 'RCPT TO'. */
  command?: string | undefined
  /** The server's reply, where it gave one. */
  response?: string | undefined
  responseCode?: number | undefined
  message: string
}

const LONGEST_REPLY = 300
/** Replies that speak of the login, not of the mail: RFC 4954. */
const LOGIN_REPLIES = new Set([530, 534, 535, 538])
/** A final refusal of these commands is about this mail; before them it is about the server or the settings. */
const ABOUT_THE_MAIL = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

function oneLine(text: string): string {
  return cutText(singleLine(text), LONGEST_REPLY + 1, '…')
}

/** @param handedOver the mail's content was being sent: without a reply it is unclear whether the server accepted it */
export function outcomeOf(failure: SmtpFailure, handedOver: boolean): SendResult {
  const { response, responseCode, command, code } = failure
  if (code === 'ETLS') {
    return {
      kind: 'retry',
      message: `There is no safe connection to the mail server: ${oneLine(failure.message)}`,
    }
  }
  if (response && responseCode) {
    const message = `The mail server answered: ${oneLine(response)}`
    const isFinal =
      responseCode >= 500 && ABOUT_THE_MAIL.has(command ?? '') && !LOGIN_REPLIES.has(responseCode)
    return { kind: isFinal ? 'refused' : 'retry', message }
  }
  const what = oneLine(failure.message)
  if (handedOver)
    return { kind: 'unclear', message: `The connection was lost while it was being sent: ${what}` }
  // nodemailer's own refusal, before anything was sent: too large for the server, or an address that it cannot take
  if (code === 'EENVELOPE' || (code === 'EMESSAGE' && command === 'MAIL FROM')) {
    return { kind: 'refused', message: `The mail server cannot accept it: ${what}` }
  }
  return { kind: 'retry', message: `The mail server could not be used: ${what}` }
}
