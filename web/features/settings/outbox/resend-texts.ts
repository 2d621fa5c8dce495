/** Texts of sending several messages. Pure. */
import type { previewRetry, retryMessages } from '#contract/messages/messages.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { countOf } from '#web/lib/format.ts'

type Refused = AnswerOf<typeof retryMessages>['refused']

/** Consequences of the send, for its confirmation. */
export function resendQuestion({ doubtful, refused, more }: AnswerOf<typeof previewRetry>): string {
  return [
    'They leave within a minute.',
    doubtful > 0 &&
      `${countOf(doubtful, 'message')} may arrive twice: it is not known whether ${doubtful === 1 ? 'it was' : 'they were'} sent.`,
    refused.length > 0 && `${countOf(totalOf(refused), 'message')} cannot be sent. ${reasonsText(refused)}`,
    more > 0 && `${countOf(more, 'more message')} match: send them afterwards.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Result of the send. */
export function sentText({ queued, refused }: AnswerOf<typeof retryMessages>): string {
  const sent = `${countOf(queued, 'message')} ${queued === 1 ? 'is' : 'are'} on the way.`
  return refused.length === 0
    ? sent
    : `${sent} ${countOf(totalOf(refused), 'message')} could not be sent. ${reasonsText(refused)}`
}

const totalOf = (refused: Refused): number => refused.reduce((sum, { messages }) => sum + messages, 0)

const reasonsText = (refused: Refused): string =>
  refused.length === 1
    ? (refused[0]?.reason ?? '')
    : refused.map(({ reason, messages }) => `${messages}: ${reason}`).join(' ')
