import { listAggregators } from '#contract/brokers/brokers.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatNumber } from '#web/lib/format.ts'
import type { Option } from '#web/ui/SelectField.tsx'

/** The choices of the filter by aggregator. */
export function useAggregatorOptions(): Option[] {
  const { data = [] } = useRead(listAggregators)
  return [
    { value: '', label: 'Any aggregator' },
    ...data.map(({ name, brokers }) => ({ value: name, label: `${name} (${formatNumber(brokers)})` })),
    { value: 'none', label: 'No aggregator' },
  ]
}
