import type { CallResponse } from '#contract/calls/calls.ts'
import type { OfferedSlot } from '#server/providers/ports/voice.ts'
import type { PlainEvent } from './agent.ts'

const summaries: Record<CallResponse, string> = {
  option_1: 'The broker asked for the link.',
  option_2: 'The broker asked for a meeting with a business development manager.',
  option_3: 'The broker wants to start the accreditation.',
  option_4: 'The broker asked not to be called again.',
}

const unconfirmed = {
  option_1: 'The broker may want the link and did not confirm it.',
  option_3: 'The broker may want to start the accreditation and did not confirm it.',
  callback: 'The broker asked to be called at another time and did not confirm it.',
} as const

/** One sentence about what the call led to. */
export function summaryOf(events: readonly { event: PlainEvent }[], offered: readonly OfferedSlot[]): string {
  const told = events.map(({ event }) => event)
  const last = told.findLast(({ kind }) =>
    ['option', 'operator', 'callback_requested', 'unconfirmed', 'opt_out_unclear'].includes(kind),
  )
  switch (last?.kind) {
    case 'option': {
      const time = offered.find(({ start }) => start === last.slot)
      const text = summaries[last.option]
      return time ? `${text.slice(0, -1)}, ${time.spoken}.` : text
    }
    case 'operator':
      return 'The broker asked for a person and is to be called back.'
    case 'callback_requested':
      return 'The broker is called at another time.'
    case 'unconfirmed':
      return unconfirmed[last.wish]
    case 'opt_out_unclear':
      return 'The broker may want no more calls.'
  }
  if (told.some((event) => event.kind === 'answered_by' && event.who === 'receptionist'))
    return 'A colleague answered for the broker.'
  const hasMenu = told.some(({ kind }) => kind === 'menu')
  return hasMenu ? 'The broker listened and did not respond.' : 'The broker hung up before the menu.'
}
