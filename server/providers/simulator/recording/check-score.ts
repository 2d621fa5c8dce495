import { createHash } from 'node:crypto'
import { z } from 'zod'
import { dtmfKeys, MAX_RECORDING_SECONDS, type RecordingScore, voices } from './score.ts'

/** Raise it whenever the same score gives other bytes, so that cached files of the old sound are left behind. */
export const RENDERER_VERSION = 2

const seconds = z.number().min(0).max(86_400)

const spokenLine = z.strictObject({
  at: seconds,
  until: seconds.optional(),
  speaker: z.enum(['agent', 'caller']),
  text: z.string().max(20_000),
})
const keyLine = z.strictObject({ at: seconds, speaker: z.literal('caller'), key: z.enum(dtmfKeys) })

const recordingScore: z.ZodType<RecordingScore> = z.strictObject({
  seed: z.number().int().min(0).max(0xffff_ffff),
  voice: z.enum(voices),
  durationSeconds: z.number().int().min(0).max(MAX_RECORDING_SECONDS),
  lines: z.array(z.union([spokenLine, keyLine])).max(2_000),
})

export class InvalidScoreError extends Error {
  override name = 'InvalidScoreError'
}

/** The score with its lines in order of time and its keys in a fixed order. Throws InvalidScoreError. */
export function checkScore(score: RecordingScore): RecordingScore {
  const checked = recordingScore.safeParse(score)
  if (!checked.success) {
    throw new InvalidScoreError(`The recording cannot be rendered. ${z.prettifyError(checked.error)}`)
  }
  return { ...checked.data, lines: checked.data.lines.toSorted((a, b) => a.at - b.at) }
}

/** SHA-256 in hex of a checked score and the renderer's version: the name of its file. */
export function scoreHash(score: RecordingScore): string {
  return createHash('sha256')
    .update(`${RENDERER_VERSION}\n${JSON.stringify(score)}`)
    .digest('hex')
}
