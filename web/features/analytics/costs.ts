import type { Cost } from '#contract/dashboard/analytics.ts'
import { ABSENT, formatCents, formatCost } from '#web/lib/format.ts'

/** '$12.50'; several currencies are joined. */
export const costText = (cost: readonly Cost[]): string =>
  cost.length === 0 ? ABSENT : cost.map(({ amount, currency }) => formatCost(amount, currency)).join(' + ')

/** Cost of one of so many. */
export const eachCost = ({ amount, currency }: Cost, count: number): string =>
  count === 0 ? ABSENT : formatCents(Number(amount) / count, currency)
