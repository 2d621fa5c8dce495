import { z } from 'zod'

export const transcriptLine = z.object({
  /** Seconds from the answer. */
  at: z.number(),
  speaker: z.enum(['agent', 'caller']),
  text: z.string(),
})
export type TranscriptLine = z.infer<typeof transcriptLine>

/** A line with its reading: the interpretation of the caller's words, or the answer to a read-back. */
export const spokenLine = transcriptLine.extend({
  understood: z
    .object({
      /** 'wants the link by SMS' */
      meaning: z.string(),
      /** The time that was named. */
      value: z.string().nullable(),
      /** Rules of the vocabulary and the words that matched them, the decisive one first. */
      evidence: z.array(z.object({ rule: z.string(), words: z.string() })),
    })
    .optional(),
  confirmation: z.enum(['confirmed', 'refused', 'unanswered']).optional(),
})
export type SpokenLine = z.infer<typeof spokenLine>
