import type { ReactElement, ReactNode } from 'react'
import { type MergePart, mergePartLabels } from '#contract/brokers/broker-merge.ts'
import { brokerRecap } from '#contract/brokers/brokers.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDate } from '#web/lib/dates.ts'
import { ABSENT, formatNumber } from '#web/lib/format.ts'
import { PHONE, useMediaQuery } from '#web/lib/use-media-query.ts'
import type { BrokerDetails } from '../calling-state.ts'
import { comparedParts, type DifferingPart, isDoubtful } from './merge-parts.ts'

interface MergeComparisonProps {
  kept: BrokerDetails
  going: BrokerDetails
  take: readonly MergePart[]
  onTake: (part: MergePart, taken: boolean) => void
}

/** Both records side by side, before one is removed; the value to keep of each difference is chosen here. */
export function MergeComparison({ kept, going, take, onTake }: MergeComparisonProps): ReactElement {
  const [ofKept, ofGoing] = [useCalls(kept.id), useCalls(going.id)]
  const isPhone = useMediaQuery(PHONE)
  const parts = comparedParts(kept, going)
  return (
    <>
      {isDoubtful(parts) && (
        <p className="rounded-lg bg-amber-soft px-3 py-2 text-amber-ink">
          No phone number, email address or ASIC number is the same. Check that both records are the same
          person.
        </p>
      )}
      <table aria-label="Both records" className="w-full table-fixed text-left">
        <thead>
          <tr className="text-xs text-ink-soft">
            {!isPhone && <td className="w-36" />}
            <th scope="col" className="py-1.5 pr-3 font-medium">
              This record stays
            </th>
            <th scope="col" className="py-1.5 font-medium">
              Record to remove
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map((each) => (
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
    </>
  )
}

function useCalls(id: number): string {
  const { data } = useRead(brokerRecap, { params: { id } })
  return data ? `${formatNumber(data.calls)}, ${formatNumber(data.reached)} reached` : ABSENT
}

/** On a phone the label is above the values, which then have half of the width each. */
function Row({ label, children }: { label: string; children: ReactNode }): ReactElement {
  const isPhone = useMediaQuery(PHONE)
  const head = (
    <th
      {...(isPhone ? { scope: 'rowgroup', colSpan: 2 } : { scope: 'row' })}
      className="border-t border-line py-1.5 pr-3 font-normal text-ink-soft max-md:pb-0 max-md:text-xs"
    >
      {label}
    </th>
  )
  return isPhone ? (
    <>
      <tr>{head}</tr>
      <tr className="align-top">{children}</tr>
    </>
  ) : (
    <tr className="align-top">
      {head}
      {children}
    </tr>
  )
}

const Cell = ({ children }: { children: ReactNode }): ReactElement => (
  <td className="py-1.5 pr-3 break-words last:pr-0 max-md:pt-0.5 md:border-t md:border-line">{children}</td>
)

/** An email address breaks before its @ where it is too long for the cell. */
function Value({ text }: { text: string }): ReactNode {
  const at = text.indexOf('@')
  return at < 1 ? (
    text
  ) : (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  )
}

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
        <Cell>
          <Value text={kept || ABSENT} />
        </Cell>
        <Cell>
          <Value text={going || ABSENT} />
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
        <span className="min-w-0 break-words">
          <Value text={value} />
        </span>
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
