import type { Personality } from '#contract/campaigns/campaigns.ts'

/** The longest recording that is rendered, in seconds: the simulator ends every call before it. */
export const MAX_RECORDING_SECONDS = 600
/** Browsers play no file of fewer than three MP3 frames. */
export const MIN_RECORDING_SECONDS = 0.1

export const voices = ['slt', 'rms', 'awb', 'kal16'] as const
/** A voice built into flite: slt female US, rms male US, awb male Scottish, kal16 male US diphone. */
export type Voice = (typeof voices)[number]

export const dtmfKeys = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#'] as const
export type DtmfKey = (typeof dtmfKeys)[number]

/**
 * What a recording holds. Times are seconds from the answer; lines are in order of time.
 * - `seed` (0 to 2^32 - 1) selects the caller's voice.
 * - `durationSeconds` is the length of the file, a whole number from 0 to 600. Lines that begin later are left out, so a
 *   recording that was stopped early is the same score with a shorter duration.
 * - A line with `text` is spoken: the agent's on the left channel, the caller's on the right. It is faded out at the
 *   next spoken line of the same speaker, at `until` where it was interrupted, or at the end of the recording.
 * - A line with `key` is the caller's key: a DTMF tone on the right channel.
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

/** A voice other than the agent's, selected by the seed. */
export function callerVoice(score: RecordingScore): Voice {
  const others = voices.filter((voice) => voice !== score.voice)
  // The index is a remainder by the list's own length.
  return others[score.seed % others.length] as Voice
}
