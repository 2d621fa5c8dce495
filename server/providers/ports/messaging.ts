/** A mail to send. */
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
  invitation: { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; ics: string } | null
  /** Where answers go; to the sender where it is null or left out. */
  replyTo?: string | null
  /** For recurring mail: a page that confirms, and a POST that unsubscribes immediately. */
  unsubscribeUrl: string | null
}

export interface OutgoingSms {
  /** Identifies this attempt in delivery reports: '17.mb3x9k'. */
  attempt: string
  /** E.164. */
  to: string
  body: string
  /** After this the message would only confuse. */
  notAfter: Date | null
}

/**
 * The provider's result for a message.
 * - `accepted`: it has the message; `ref` is its id for delivery reports.
 * - `refused`: the provider will never send it; `optedOut`: because the person opted out at the provider.
 * - `retry`: it did not accept it now.
 * - `unclear`: it may have the message, so it is not sent again automatically.
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
  /** The number or address that messages come from; absent where the provider chooses it. */
  readonly from?: string | null
  readonly timeoutSeconds: number
  send(message: Outgoing): Promise<SendResult>
  /** End of the pause after failures or at the provider's request; messages stay queued until then. */
  restsUntil?(): Promise<Date | null>
}

/** null if none is configured: messages are then held in the outbox. */
export interface Messaging {
  mail: Sender<OutgoingMail> | null
  sms: Sender<OutgoingSms> | null
}
