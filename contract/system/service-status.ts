import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { instant } from '#contract/ids.ts'

const tag = 'Service status'

/** Path of the public page. */
export const STATUS_PAGE = '/status'

export const objectiveKeys = ['website', 'background', 'calls', 'messages'] as const
export type ObjectiveKey = (typeof objectiveKeys)[number]

/** Parts without a provider or a key, which therefore do nothing. */
export const unconfiguredParts = ['calls', 'emails', 'texts', 'backups'] as const

/** In percent, rounded down to two decimals; null: nothing was measured in this time. */
const share = z.number().min(0).max(100).nullable()

export const serviceStatus = z.object({
  /** The figures cover closed hours up to this instant. */
  measuredUntil: instant,
  /** The first hour that was measured; null: none yet. */
  measuredSince: instant.nullable(),
  /** False while calls, messages or background jobs are due and not done. */
  working: z.boolean(),
  /** Parts that are switched off or lack a provider. */
  notSetUp: z.array(z.enum(unconfiguredParts)),
  objectives: z.array(
    z.object({
      key: z.enum(objectiveKeys),
      name: z.string(),
      /** What is measured, in a sentence. */
      objective: z.string(),
      /** In percent. */
      target: z.number(),
      last30Days: share,
      last90Days: share,
    }),
  ),
  /** While backups are set up, each night the newest one is restored to a separate database and compared. */
  restoreDrills: z.object({
    /** Of the last 90 days. */
    passed: z.number(),
    failed: z.number(),
    /** The newest ones first. */
    latest: z.array(z.object({ at: instant, passed: z.boolean() })),
  }),
})
export type ServiceStatus = z.infer<typeof serviceStatus>

const OFF = 'Returns 404 unless an admin has published the status page.'

export const statusPage = endpoint(`GET ${STATUS_PAGE}`, {
  tag,
  summary: `The public page with service objectives, measured figures and restore drills. ${OFF}`,
  access: 'public',
  kind: 'file',
})

export const getServiceStatus = endpoint('GET /api/status', {
  tag,
  summary: `Service objectives, measured figures and restore drills, without sign-in. ${OFF}`,
  access: 'public',
  returns: serviceStatus,
})
