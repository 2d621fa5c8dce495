import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

const tag = 'Telephony'

export const ambiences = ['off', 'office'] as const

const chosen = (what: string) =>
  z.string(`Choose ${what}`).min(1, `Choose ${what}`).max(100, `Choose ${what}`)

export const voiceSettings = z.object({
  /** The language model that speaks. */
  model: chosen('a model'),
  /** A voice, or `by_personality`: one for each personality of a script. */
  voice: chosen('a voice'),
  /** In which the person is understood. */
  language: chosen('a language'),
  /** The background sound of the call. */
  ambience: z.enum(ambiences, 'Choose a background'),
})
export type VoiceSettings = z.infer<typeof voiceSettings>

const option = z.object({ value: z.string(), label: z.string() })

export const getVoiceSettings = endpoint('GET /api/voice-settings', {
  tag,
  summary:
    'With what and how the agent speaks in calls through Vapi, what can be chosen, and what is about to end',
  access: 'admin_area.read',
  returns: voiceSettings.extend({
    options: z.object({
      model: z.array(option),
      voice: z.array(option),
      language: z.array(option),
      ambience: z.array(option),
    }),
    /** The day on which the lists were last compared with the vendors' pages, YYYY-MM-DD. */
    checkedOn: z.string(),
    warnings: z.array(z.string()),
  }),
})

export const updateVoiceSettings = endpoint('PATCH /api/voice-settings', {
  tag,
  summary: 'Changes how the agent speaks, from the next call on',
  access: 'organisation.write',
  body: voiceSettings.partial(),
  returns: getVoiceSettings.returns,
  edits: { subject: 'organisation', fields: Object.keys(voiceSettings.shape) },
})
