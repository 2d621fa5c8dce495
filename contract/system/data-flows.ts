import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

const tag = 'System'

/** A service outside the processes of this installation, as it is configured. */
export const dataFlow = z.object({
  service: z.string(),
  provider: z.string(),
  /** What leaves this installation. */
  receives: z.string(),
  /** Host or region. */
  place: z.string(),
  protection: z.string(),
  /** What happens without it, and how long recovery takes once it is back. */
  outage: z.string(),
  /** What can replace it. */
  substitute: z.string(),
})
export type DataFlow = z.output<typeof dataFlow>

export const listDataFlows = endpoint('GET /api/system/data-flows', {
  tag,
  summary: 'Service providers of this installation: what each receives, where, and what happens without it',
  access: 'admin_area.read',
  returns: z.array(dataFlow),
})

export const exportDataFlows = endpoint('GET /api/system/data-flows.csv', {
  tag,
  summary: 'Service providers of this installation as CSV',
  access: 'admin_area.read',
  kind: 'file',
})
