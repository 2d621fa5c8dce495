import type { z } from 'zod'
import type { systemInfo } from '#contract/system.ts'
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
