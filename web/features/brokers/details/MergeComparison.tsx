import type { ReactElement, ReactNode } from 'react'
import { type MergePart, mergePartLabels } from '#contract/brokers/broker-merge.ts'
import { brokerRecap } from '#contract/brokers/brokers.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDate } from '#web/lib/dates.ts'
import { ABSENT, formatNumber } from '#web/lib/format.ts'
import type { BrokerDetails } from '../calling-state.ts'
import { comparedParts, type DifferingPart } from './merge-parts.ts'

interface MergeComparisonProps {
  kept: BrokerDetails
  going: BrokerDetails
  take: readonly MergePart[]
  onTake: (part: MergePart, taken: boolean) => void
}

/** Both records side by side, before one is removed; the value to keep of each difference is chosen here. */
export function MergeComparison({ kept, going, take, onTake }: MergeComparisonProps): ReactElement {
  const [ofKept, ofGoing] = [useCalls(kept.id), useCalls(going.id)]
  return (
    <table aria-label="Both records" className="w-full table-fixed text-left">
      <thead>
        <tr className="text-xs text-ink-soft">
          <td className="w-36 max-md:w-24" />
          <th scope="col" className="py-1.5 pr-3 font-medium">
            This record stays
          </th>
          <th scope="col" className="py-1.5 font-medium">
            Record to remove
          </th>
        </tr>
      </thead>
      <tbody>
        {comparedParts(kept, going).map((each) => (
          <Row key={each.part} label={mergePartLabels[each.part]}>
            <Part compared={each} isTaken={take.includes(each.part)} onTake={onTake} />
          </Row>
        ))}
        <Row label="Calls">
          <Cell>{ofKept}</Cell>
          <Cell>{ofGoing}</Cell>
        </Row>
        <Row label="Added">
          <Cell>{formatDate(kept.createdAt)}</Cell>
          <Cell>{formatDate(going.createdAt)}</Cell>
        </Row>
      </tbody>
    </table>
  )
}

function useCalls(id: number): string {
  const { data } = useRead(brokerRecap, { params: { id } })
  return data ? `${formatNumber(data.calls)}, ${formatNumber(data.reached)} reached` : ABSENT
}

function Row({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <tr className="align-top">
      <th scope="row" className="border-t border-line py-1.5 pr-3 font-normal text-ink-soft">
        {label}
      </th>
      {children}
    </tr>
  )
}

const Cell = ({ children }: { children: ReactNode }): ReactElement => (
  <td className="border-t border-line py-1.5 pr-3 break-words last:pr-0">{children}</td>
)

interface PartProps {
  compared: DifferingPart
  isTaken: boolean
  onTake: MergeComparisonProps['onTake']
}

/** Blanks are filled automatically; between two values the user chooses. */
function Part({ compared, isTaken, onTake }: PartProps): ReactElement {
  const { part, kept, going } = compared
  if (kept === going || going === '' || kept === '') {
    return (
      <>
        <Cell>{kept || ABSENT}</Cell>
        <Cell>
          {going || ABSENT}
          {kept === '' && <span className="block text-xs text-ink-soft">Copied: it is blank here</span>}
        </Cell>
      </>
    )
  }
  const choice = (value: string, chosen: boolean, taken: boolean): ReactElement => (
    <Cell>
      <label className="flex items-start gap-2">
        <input
          type="radio"
          name={`merge-${part}`}
          checked={chosen}
          onChange={() => onTake(part, taken)}
          className="mt-0.5 size-4 shrink-0 accent-(--bl-primary)"
        />
        <span className="min-w-0 break-words">{value}</span>
      </label>
    </Cell>
  )
  return (
    <>
      {choice(kept, !isTaken, false)}
      {choice(going, isTaken, true)}
    </>
  )
}
