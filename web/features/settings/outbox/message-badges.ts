import { channelLabels, messageStatusLabels } from '#contract/messages/message-words.ts'
import {
  type MessageStatus,
  messageChannels,
  messageStatuses,
  type OutboxMessage,
} from '#contract/messages/messages.ts'
import type { Tone } from '#web/ui/tone.ts'

const tones: Record<MessageStatus, Tone> = {
  held: 'amber',
  queued: 'blue',
  sending: 'blue',
  sent: 'green',
  delivered: 'green',
  failed: 'red',
  cancelled: 'grey',
}

export const statusLook = (status: MessageStatus): { label: string; tone: Tone } => ({
  label: messageStatusLabels[status],
  tone: tones[status],
})

export const channelOptions = [
  { value: '', label: 'All channels' },
  ...messageChannels.map((value) => ({ value, label: channelLabels[value] })),
]
export const statusOptions = [
  { value: '', label: 'All states' },
  ...messageStatuses.map((value) => ({ value, label: messageStatusLabels[value] })),
]

/** The value of a filter as the address has it; undefined where it is none of them. */
export function chosen<T extends string>(values: readonly T[], value: string): T | undefined {
  return values.find((known) => known === value)
}

/** What a row adds to its status: why it failed, or how often it was tried. Messages not sent share the reason above the list. */
export function rowReason({ status, reason, attempts }: OutboxMessage): string | null {
  if (status === 'held' || status === 'cancelled') return null
  if (status === 'queued' && attempts > 0)
    return [`Tried ${attempts === 1 ? 'once' : `${attempts} times`}`, reason].filter(Boolean).join('. ')
  return reason
}
