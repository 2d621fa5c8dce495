import { z } from 'zod'
import { givenDay } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant } from '#contract/ids.ts'

const tag = 'Transparency log'

/** Tables whose rows are sealed. */
export const sealSources = ['audit', 'decision', 'suppression', 'score'] as const
export type SealSource = (typeof sealSources)[number]

/** What a comparison of sealed hashes with the rows finds. */
export const sealFaultKinds = ['changed', 'removed', 'not_sealed', 'log'] as const

const fault = z.object({
  kind: z.enum(sealFaultKinds),
  /** null: of the log itself. */
  source: z.enum(sealSources).nullable(),
  rowId: z.number().nullable(),
  /** The entry's place in the log. */
  entry: z.number().nullable(),
})
export type SealFault = z.infer<typeof fault>

/** Faults that the state lists; more are counted. */
export const LISTED_FAULTS = 20

export const sealState = endpoint('GET /api/seals', {
  tag,
  summary: 'State of the log of sealed rows: checkpoint, witness, and the newest comparison with the rows',
  access: 'seals.read',
  returns: z.object({
    /** The key that this installation signs with: without the log's own one nothing is sealed. */
    key: z.enum(['own', 'other', 'none']),
    entries: z.number(),
    /** Entries whose salt was removed with a person. */
    erased: z.number(),
    /** null: nothing has been sealed yet. */
    checkpoint: z.object({ size: z.number(), root: z.string(), signedAt: instant }).nullable(),
    /** The public key of the log; null before the first checkpoint. */
    verifierKey: z.string().nullable(),
    /** null: no witness is set up. */
    witness: z
      .object({
        name: z.string(),
        /** The newest checkpoint that it has signed; null: none. */
        cosigned: z.object({ size: z.number(), at: instant }).nullable(),
      })
      .nullable(),
    /** null: not compared yet. */
    check: z.object({ at: instant, entries: z.number(), faultCount: z.number() }).nullable(),
    faults: z.array(fault),
  }),
})
export type SealState = z.infer<typeof sealState.returns>

export const exportSeals = endpoint('GET /api/seals/export', {
  tag,
  summary:
    'Sealed rows of a period or of one broker as JSON lines: manifest, checkpoint, rows with salts and inclusion proofs',
  access: 'seals.read',
  query: z
    .object({
      /** Days in Sydney on which the rows were sealed, both included. */
      from: givenDay().optional(),
      to: givenDay().optional(),
      brokerId: id.optional(),
    })
    .refine(({ from, to, brokerId }) => (brokerId === undefined ? from && to : !from && !to), {
      path: ['from'],
      message: 'Choose a first and a last day, or a broker',
    }),
  kind: 'file',
})
