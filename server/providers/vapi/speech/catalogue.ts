// The choices for calls through Vapi, as in the vendors' pages and Vapi's API description. Vapi publishes no list of
// deprecations, so these lists have a day after which a person must check them again.
import type { Personality } from '#contract/campaigns/campaigns.ts'

/** The day on which the lists were compared with their sources, and the day from which Settings request a new check. */
export const CHECKED_ON = '2026-11-23'
export const LOOK_AGAIN_ON = '2027-02-23'

export interface Entry {
  value: string
  label: string
  /** The vendor's last day for it, YYYY-MM-DD. */
  endsOn?: string
}

/**
 * Models by OpenAI among those that Vapi takes.
 * Source: `OpenAiModelModel` of @vapi-ai/server-sdk; ends: public notices of platforms that offer them.
 */
export const models: readonly Entry[] = [
  { value: 'gpt-5.4-mini', label: 'GPT-5.4 mini (quick)' },
  { value: 'gpt-5.4', label: 'GPT-5.4' },
  { value: 'gpt-5.5', label: 'GPT-5.5 (thorough, slower)' },
  { value: 'gpt-5.2', label: 'GPT-5.2' },
  { value: 'gpt-4.1', label: 'GPT-4.1', endsOn: '2027-01-14' },
  { value: 'gpt-4.1-mini', label: 'GPT-4.1 mini', endsOn: '2027-01-14' },
]

/** One for each personality of a script. */
export const BY_PERSONALITY = 'by_personality'

/** Australian voices by Azure, which Vapi takes by their names. Source: Microsoft Learn, 'Language and voice support'. */
export const voices: readonly Entry[] = [
  { value: BY_PERSONALITY, label: 'By personality of the script' },
  { value: 'en-AU-NatashaNeural', label: 'Natasha, Australian' },
  { value: 'en-AU-WilliamNeural', label: 'William, Australian' },
  { value: 'en-AU-CarlyNeural', label: 'Carly, Australian' },
  { value: 'en-AU-JoanneNeural', label: 'Joanne, Australian' },
  { value: 'en-AU-NeilNeural', label: 'Neil, Australian' },
  { value: 'en-AU-TinaNeural', label: 'Tina, Australian' },
  { value: 'en-NZ-MollyNeural', label: 'Molly, New Zealand' },
]

export const voiceOf: Record<Personality, string> = {
  professional: 'en-AU-NatashaNeural',
  friendly: 'en-AU-CarlyNeural',
  authoritative: 'en-AU-WilliamNeural',
  consultative: 'en-AU-JoanneNeural',
}

/** Languages of Deepgram's Nova-3. Source: `DeepgramTranscriberLanguage` of @vapi-ai/server-sdk. */
export const languages: readonly Entry[] = [
  { value: 'en-AU', label: 'English (Australia)' },
  { value: 'en-NZ', label: 'English (New Zealand)' },
  { value: 'en-GB', label: 'English (United Kingdom)' },
  { value: 'en-US', label: 'English (United States)' },
]

export const ambience: readonly Entry[] = [
  { value: 'off', label: 'Nothing' },
  { value: 'office', label: 'An office' },
]

export const catalogue = { model: models, voice: voices, language: languages, ambience }
