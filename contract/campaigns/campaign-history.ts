import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { idParams, instant, plainNumber } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'
import { line } from '#contract/text-fields.ts'
import { personalities } from './campaigns.ts'

const tag = 'Campaigns'

/** The spoken texts of a campaign from some time on, and the results of calls with them. */
export const campaignVersion = z.object({
  id: z.number(),
  number: z.number(),
  product: z.string(),
  rate: z.string().nullable(),
  rateType: z.string(),
  callScript: z.string(),
  aiPrompt: z.string().nullable(),
  aiPersonality: z.enum(personalities),
  aiInstructions: z.string().nullable(),
  createdAt: instant,
  /** The author; null where none was recorded. */
  createdBy: z.string().nullable(),
  /** Dials with it, without test calls. */
  calls: z.number(),
  ended: z.number(),
  responses: z.number(),
})
export type CampaignVersion = z.infer<typeof campaignVersion>

/** No more versions are listed. */
export const MOST_VERSIONS = 100

export const listVersions = endpoint('GET /api/campaigns/:id/versions', {
  tag,
  summary: 'What calls of a campaign said, the newest version first; at most 100',
  access: 'admin_area.read',
  params: idParams,
  returns: z.array(campaignVersion),
})

export const campaignHistory = endpoint('GET /api/campaigns/:id/history', {
  tag,
  summary: 'The audit log of one campaign, newest first',
  access: 'admin_area.read',
  params: idParams,
  query: pageQuery.omit({ q: true, sort: true }),
  returns: z.array(
    z.object({
      id: z.number(),
      at: instant,
      /** Who did it; by name where the person is on record. */
      actor: z.string(),
      action: z.string(),
      before: z.unknown().nullable(),
      after: z.unknown().nullable(),
    }),
  ),
})
export type CampaignHistoryEntry = z.infer<typeof campaignHistory.returns>[number]

/** The speaker of the words that are searched for. */
export const speakers = ['anyone', 'caller', 'agent'] as const

/** Calls that a search finds at most. */
export const MOST_TRANSCRIPTS = 50

export const searchTranscripts = endpoint('GET /api/campaigns/:id/transcripts', {
  tag,
  summary:
    'What was said in the calls of a campaign: the newest calls that hold the words, with the lines found',
  access: 'admin_area.read',
  params: idParams,
  query: z.object({
    q: line('Enter a word').min(1, 'Enter a word').max(200, 'At most 200 characters'),
    speaker: z.enum(speakers).default('anyone'),
    limit: plainNumber(z.number('Enter a whole number').int().min(1).max(MOST_TRANSCRIPTS)).default(20),
  }),
  returns: z.object({
    calls: z.array(
      z.object({
        id: z.number(),
        createdAt: instant,
        broker: z.object({ id: z.number(), name: z.string() }).nullable(),
        phoneNumber: z.string(),
        lines: z.array(
          z.object({
            /** Seconds from the answer. */
            at: z.number(),
            speaker: z.enum(['agent', 'caller']),
            /** In order; those that were searched for are marked. */
            parts: z.array(z.object({ text: z.string(), found: z.boolean() })),
          }),
        ),
      }),
    ),
    /** More calls hold the words. */
    more: z.boolean(),
    /** False while older calls are still being indexed for the search. */
    complete: z.boolean(),
  }),
})
export type TranscriptHit = z.infer<typeof searchTranscripts.returns>['calls'][number]
