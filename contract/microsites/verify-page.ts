/** Our telephone numbers as people write them, and addresses of mail. */
export interface OwnNumbers {
  calls: string[]
  sms: string[]
  email: string[]
}

/** The reason of a call or SMS: the offer of a campaign, or what the person asked for. */
export type ContactAbout = 'offer' | 'link' | 'meeting' | 'application'

export type VerifyState =
  | { kind: 'asks' }
  | { kind: 'unreadable'; number: string; code: string; fields: { number?: string; code?: string } }
  | {
      kind: 'found'
      contact: 'call' | 'sms'
      /** Both numbers as people write them. */
      to: string
      from: string | null
      at: string
      about: ContactAbout
      product: string | null
      /** Of the broker; null: Sydney. */
      zone: string | null
    }
  | { kind: 'unknown'; number: string; code: string }
  /** Too many attempts with one number. */
  | { kind: 'limited'; minutes: number }
  | { kind: 'reported' }
  /** The report names no telephone number. */
  | { kind: 'not_reported'; number: string; code: string; details: string }
  | ({ kind: 'not_complained' } & ComplaintTexts)
  /** `answerBy`: a day in words. */
  | { kind: 'complained'; answerBy: string }

/** A complaint as it was typed, and what is wrong with it. */
export interface ComplaintTexts {
  words: string
  name: string
  email: string
  phone: string
  fields: Partial<Record<'words' | 'name' | 'email' | 'phone', string>>
}

export interface VerifyFacts {
  state: VerifyState
  numbers: OwnNumbers
  /** When the page was opened, signed. */
  formTime: string
}
