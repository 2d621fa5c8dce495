import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

const tag = 'System'

/** Steps of a new installation before its first call, in order. */
export const setupSteps = [
  'organisation',
  'papers',
  'calling',
  'brokers',
  'bdms',
  'registers',
  'campaign',
] as const
export type SetupStep = (typeof setupSteps)[number]

const setup = z.object({
  steps: z.array(z.object({ step: z.enum(setupSteps), done: z.boolean() })),
  /** True once every step is done. */
  done: z.boolean(),
  /** Calls are played by the simulator, which needs no number. */
  simulated: z.boolean(),
  /** The signed-in user has dismissed the list. */
  putAway: z.boolean(),
})
export type Setup = z.output<typeof setup>

export const getSetup = endpoint('GET /api/setup', {
  tag,
  summary: 'The first steps of a new installation, and which of them are done',
  access: 'admin_area.read',
  returns: setup,
})

export const putSetupAway = endpoint('PUT /api/setup', {
  tag,
  summary: 'Puts your list of first steps away, or shows it again',
  access: 'own_setup.write',
  body: z.object({ putAway: z.boolean() }),
  returns: setup,
})
