/** Decides the warning for a voice choice that ends soon, is no longer offered, or has not been checked for long. */
import { daysBetween, longDay } from '#contract/calendar.ts'
import type { VoiceSettings } from '#contract/calls/voice-settings.ts'
import { CHECKED_ON, catalogue, LOOK_AGAIN_ON } from './catalogue.ts'

/** Days ahead. */
const SOON = 90

const nouns: Record<keyof typeof catalogue, string> = {
  model: 'model',
  voice: 'voice',
  language: 'language',
  ambience: 'background',
}

/** One sentence each, with the next action. @param today in Sydney, YYYY-MM-DD */
export function voiceWarnings(settings: VoiceSettings, today: string): string[] {
  const kinds = Object.keys(catalogue) as (keyof typeof catalogue)[] // its own keys
  const ofChoices = kinds.flatMap((kind) => {
    const entry = catalogue[kind].find(({ value }) => value === settings[kind])
    const noun = nouns[kind]
    if (!entry) return [`The ${noun} ${settings[kind]} is no longer offered. Choose another one.`]
    const { endsOn, label } = entry
    if (!endsOn || daysBetween(today, endsOn) > SOON) return []
    const verb = endsOn < today ? 'ended' : 'ends'
    return [`The ${noun} ${label} ${verb} on ${longDay(endsOn)}. Choose another one.`]
  })
  if (today < LOOK_AGAIN_ON) return ofChoices
  return [
    ...ofChoices,
    `The lists of models and voices were last compared with the vendors’ pages on ${longDay(CHECKED_ON)}. Update Brokerline, or look whether what you chose is still offered.`,
  ]
}
