import type { Delivery, DeliveryState } from '#contract/webhooks/webhook-deliveries.ts'
import type { Tone } from '#web/ui/tone.ts'

export const deliveryStateLabels: Record<DeliveryState, { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'amber' },
  delivered: { label: 'Delivered', tone: 'green' },
  failed: { label: 'Given up', tone: 'red' },
}

/** 'Delivered', or for one that waits after a failure 'Retrying'. */
export function stateOf({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): {
  label: string
  tone: Tone
} {
  return state === 'waiting' && attempts > 0
    ? { label: 'Retrying', tone: 'amber' }
    : deliveryStateLabels[state]
}

/** '204 in 120 ms', 'No answer in 15,000 ms'. */
export function answerText(
  { status, milliseconds }: { status: number | null; milliseconds: number },
  format: (n: number) => string,
): string {
  return `${status ?? 'No answer'} in ${format(milliseconds)} ms`
}
