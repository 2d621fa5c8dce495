import type { Personality } from '#contract/campaigns.ts'

/** The longest recording that is rendered, in seconds: the simulator ends every call before it. */
export const MAX_RECORDING_SECONDS = 600

export const voices = ['slt', 'rms', 'awb', 'kal16'] as const
/** A voice built into flite: slt female US, rms male US, awb male Scottish, kal16 male US diphone. */
export type Voice = (typeof voices)[number]

export const dtmfKeys = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#'] as const
export type DtmfKey = (typeof dtmfKeys)[number]

/**
 * What a recording holds. Times are seconds from the answer.
 * - `seed` (0 to 2^32 - 1) decides the line's ambience and the caller's voice.
 * - `durationSeconds` is the length of the file, a whole number from 0 to 600. Lines that begin later are not
 *   heard, so a recording that was stopped early is the same score with a shorter duration.
 * - A line with `text` is spoken: the agent's on the left channel, the caller's on the right. It has the time
 *   from `at` to the next spoken line of the same speaker or to the end of the recording. What does not fit is
 *   spoken up to a quarter faster, and what still does not fit is faded out there.
 * - `until` is where a line was interrupted: it is faded out there and never spoken faster.
 * - A line with `key` is the caller's key, heard as a DTMF tone on the right channel.
 */
export interface RecordingScore {
  seed: number
  voice: Voice
  durationSeconds: number
  lines: ScoreLine[]
}

export interface SpokenLine {
  at: number
  until?: number
  speaker: 'agent' | 'caller'
  text: string
}

export interface KeyLine {
  at: number
  speaker: 'caller'
  key: DtmfKey
}

export type ScoreLine = SpokenLine | KeyLine

const voiceOfPersonality: Record<Personality, Voice> = {
  professional: 'slt',
  friendly: 'rms',
  authoritative: 'awb',
  consultative: 'kal16',
}

export function voiceFor(personality: Personality): Voice {
  return voiceOfPersonality[personality]
}

/** The caller never sounds like the agent; which of the other voices it is follows from the seed. */
export function callerVoice(score: RecordingScore): Voice {
  const others = voices.filter((voice) => voice !== score.voice)
  // The index is a remainder by the list's own length.
  return others[score.seed % others.length] as Voice
}
