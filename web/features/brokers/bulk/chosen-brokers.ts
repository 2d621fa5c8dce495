import type { GivenSelection } from '#contract/brokers/bulk-changes.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import type { Chosen } from '#web/ui/use-selection.ts'
import type { BrokerQuery } from '../broker-filters.ts'

/** The selection as the server takes it: by ids, or by the filters of the list. */
export function selectionOf(chosen: Chosen, { sort: _, ...filters }: BrokerQuery): GivenSelection {
  return chosen.all
    ? { filters, except: [...chosen.except].map(Number) }
    : { ids: [...chosen.keys].map(Number) }
}

/** How many are selected; null while all that match are still counted. */
export function countOfChosen(chosen: Chosen, matching: number | null): number | null {
  if (!chosen.all) return chosen.keys.size
  return matching === null ? null : Math.max(0, matching - chosen.except.size)
}

/** '12 brokers', 'all brokers that match' */
export function chosenText(count: number | null): string {
  return count === null ? 'all brokers that match' : countOf(count, 'broker')
}

/** '12 selected', 'All 100,300 selected' */
export function selectedText(chosen: Chosen, count: number | null): string {
  if (count === null) return 'All that match selected'
  const isWhole = chosen.all && chosen.except.size === 0
  return `${isWhole ? 'All ' : ''}${formatNumber(count)} selected`
}
