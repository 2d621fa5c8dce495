import { readSmsOptOut } from '#server/input/opt-out.ts'
import type { Label, Reading, Utterance } from './reading.ts'
import { maybeOptOut, spokenSlot, spokenWish } from './spoken.ts'

/** Interprets one utterance or SMS. Pure and deterministic. */
export function interpret({ step, text, context = {} }: Utterance): Reading {
  if (step === 'sms') {
    const optOut = readSmsOptOut(text)
    return readingOf(optOut === 'opt_out' ? 'option_4' : 'unclear', optOut === 'unclear')
  }
  const { offered = [] } = context
  const slots = (context.spoken ?? offered).map((spoken) => ({ spoken }))
  const index = step === 'slots' && spokenWish(text).kind !== 'record_off' ? spokenSlot(text, slots) : null
  const slot = index === null ? undefined : offered[index]
  if (slot !== undefined) return { ...readingOf('slot', false), value: slot }
  const wish = spokenWish(text)
  return readingOf(wish.kind === 'option' ? wish.option : wish.kind, maybeOptOut(text))
}

const readingOf = (label: Label, mayOptOut: boolean): Reading => ({
  label,
  optOut: label === 'option_4' ? 'clear' : mayOptOut ? 'possible' : 'none',
  confidence: label === 'unclear' ? 0 : 1,
  evidence: [],
})
