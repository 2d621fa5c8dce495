import type { z } from 'zod'
import { vendorFacts, vendors } from '#contract/calls/vendors.ts'
import type { systemInfo } from '#contract/system/system.ts'
import { settingsPart } from '#web/routes/paths.ts'
import type { Tone } from '#web/ui/tone.ts'

export type SystemInfo = z.output<typeof systemInfo.returns>
export type Service = SystemInfo['services'][number]

export const serviceLooks: Record<Service['status'], { label: string; tone: Tone }> = {
  ok: { label: 'Working', tone: 'green' },
  attention: { label: 'Needs attention', tone: 'amber' },
  held: { label: 'Not sending', tone: 'amber' },
  not_configured: { label: 'Not configured', tone: 'grey' },
  failed: { label: 'Failed', tone: 'red' },
}

const order: readonly Service['status'][] = ['failed', 'attention', 'held', 'not_configured', 'ok']

/** What needs a person first; the order of the server within a status. */
export const worstFirst = (services: readonly Service[]): Service[] =>
  services.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))

/** Does not do its work. A vendor that is not configured may not be wanted. */
export const isWrong = ({ status }: Service): boolean => status !== 'ok' && status !== 'not_configured'

const vendorNames = vendors.map((vendor) => vendorFacts[vendor].label)

/** Set up on the server, by its administrator: no screen can do it. */
export const isSetUpOnServer = ({ status, detail }: Service): boolean =>
  status === 'not_configured' || (status === 'held' && !detail.includes('Phone Numbers'))

/** The screen on which a service is put right; null: on the server only. */
export function fixOf({ name, status }: Service): string | null {
  if (status === 'ok') return null
  if (name === 'Background jobs') return settingsPart.jobs
  return ['Calls', 'SMS', ...vendorNames].includes(name) ? '/settings?tab=numbers' : null
}
