// Builds the sentences about a person's choice from its actual result.

import type { MessageChannel } from '#contract/messages/messages.ts'

/** The result of a choice, as stored in the database. */
export type Choice =
  /** `message`: the message that carries the link; null: neither SMS nor email is possible. */
  | { option: 'option_1' | 'option_3'; message: LinkCarrier | null }
  /**
   * `meeting`: 'Tuesday 24 November at 10 am'; null: no time was free. `changedFrom`: the time named in the call, as it
   * was spoken, if another one was booked. `written`: a message confirms it.
   */
  | {
      option: 'option_2'
      meeting: string | null
      /** Whose clock it means; by default Sydney's. */ whose?: string
      changedFrom: string | null
      written: boolean
      /** Where no time was accepted: the message with the link to the booking page. */
      timeLink?: LinkCarrier | null
    }
  | { option: 'option_4'; suppressed: boolean }

/** The message with a link. */
export interface LinkCarrier {
  channel: MessageChannel
  state: MessageState
}

/** `under_way`: sent now; `kept`: waits for staff; `refused`: cannot be sent to this number. */
export type MessageState = 'under_way' | 'kept' | 'refused'

/** The states of the outbox. Simulated messages stay there and count as sent. */
export function messageState(status: string, { simulated }: { simulated: boolean }): MessageState {
  if (status === 'held') return simulated ? 'under_way' : 'kept'
  return status === 'failed' || status === 'cancelled' ? 'refused' : 'under_way'
}

/** One or two complete sentences. */
export function choiceText(choice: Choice): string {
  switch (choice.option) {
    case 'option_1':
      return linkText('the link', choice.message)
    case 'option_2':
      return meetingText(choice)
    case 'option_3':
      return linkText('the link to your accreditation form', choice.message)
    case 'option_4':
      return choice.suppressed
        ? 'Done: we will not call this number again.'
        : 'I have passed on that you do not want to be called again.'
  }
}

function linkText(what: string, message: LinkCarrier | null): string {
  if (message === null)
    return `I cannot send ${what}: this number takes no text messages, and we have no email address for you. Our team will get in touch.`
  const capital = what[0]?.toUpperCase() + what.slice(1)
  switch (message.state) {
    case 'under_way':
      return `${capital} is on its way ${ways[message.channel]}.`
    case 'kept':
      return `I have noted that you would like ${what}. Our team will send it to you.`
    case 'refused':
      return `${capital} could not be sent. Our team will get in touch.`
  }
}

const ways: Record<MessageChannel, string> = {
  sms: 'to this number by text message',
  email: 'to the email address that we have for you',
}

function meetingText({
  meeting,
  whose = 'Sydney time',
  changedFrom,
  written,
  timeLink,
}: Extract<Choice, { option: 'option_2' }>): string {
  if (meeting === null && timeLink)
    return `No meeting is booked yet. ${linkText('the link to choose a time', timeLink)}`
  if (meeting === null)
    return 'There is no free time that I could book just now. Our team will get in touch to find one.'
  const after = written ? ' You will get a confirmation with a link to change it.' : ''
  if (changedFrom)
    return `I am sorry, ${changedFrom} is no longer free. Your meeting is booked for ${meeting} instead, ${whose}.${after}`
  return `Your meeting is booked for ${meeting}, ${whose}.${after}`
}
