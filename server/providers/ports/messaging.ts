/** A mail as it goes out. */
export interface OutgoingMail {
  /** The same at every attempt, so that a repeated mail can be recognised: 'name@host'. */
  messageId: string
  /** One address. */
  to: string
  /** The lender, as the sender's name. */
  fromName: string
  subject: string
  text: string
  html: string | null
  invitation: { method: 'REQUEST' | 'CANCEL'; ics: string } | null
}

export interface OutgoingSms {
  /** Names this attempt; delivery reports carry it back: '17.mb3x9k'. */
  attempt: string
  /** E.164. */
  to: string
  body: string
  /** Later it would only confuse. */
  notAfter: Date | null
}

/**
 * What a provider did with a message.
 * - `accepted`: it has it; `ref` is its own name of the message, for delivery reports.
 * - `refused`: it will never take it; `optedOut`: because the person told the provider to stop.
 * - `retry`: it has not taken it now.
 * - `unclear`: it may have it: nobody knows, so it is not sent again by itself.
 */
export type SendResult =
  | { kind: 'accepted'; ref: string | null }
  | { kind: 'refused'; message: string; optedOut?: boolean }
  | { kind: 'retry'; message: string; afterSeconds?: number }
  | { kind: 'unclear'; message: string }

/** One way to send. `send` ends within `timeoutSeconds`, always, and never throws. */
export interface Sender<Outgoing> {
  /** Stored with a message, e.g. 'smtp'. */
  readonly name: string
  /** For people, e.g. 'smtp.example.com:587 as no-reply@example.com'. Without passwords. */
  readonly description: string
  readonly timeoutSeconds: number
  send(message: Outgoing): Promise<SendResult>
  /** Until when it asks its provider nothing, after that failed or said that it is busy; messages wait meanwhile. */
  restsUntil?(): Promise<Date | null>
}

/** null: none is configured, messages are held in the outbox. */
export interface Messaging {
  mail: Sender<OutgoingMail> | null
  sms: Sender<OutgoingSms> | null
}
