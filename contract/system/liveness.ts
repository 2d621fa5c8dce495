import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

/** Queues that workers process. */
export const queueNames = ['calls', 'messages', 'jobs'] as const
export type QueueName = (typeof queueNames)[number]

const seconds = z.number().int().min(0)

export const standstill = z.object({
  /** A queue, or the workers themselves. */
  what: z.enum([...queueNames, 'workers']),
  /** Seconds since the last progress; null: no progress was ever observed. */
  seconds: seconds.nullable(),
  /** The problem and its remedy, as a text for the screen. */
  text: z.string(),
})
export type Standstill = z.infer<typeof standstill>

export const liveness = endpoint('GET /api/system/liveness', {
  tag: 'System',
  summary: 'Whether what is due is done: queues that stand still, and workers that give no sign of life',
  access: 'admin_area.read',
  returns: z.object({
    standstills: z.array(standstill),
    /** Why no calls are made since a backup was restored; null: none was, or a person has resumed them. */
    callsHeld: z.string().nullable(),
    queues: z.array(
      z.object({
        queue: z.enum(queueNames),
        /** How long the oldest row has been due; 0: none is. */
        oldestSeconds: seconds,
      }),
    ),
    workers: z.array(z.object({ worker: z.string(), silentSeconds: seconds })),
  }),
})
