import type { ReactElement, ReactNode } from 'react'
import { type Register, registerTerms } from '#contract/surveillance/registers.ts'
import type { ComplianceCheck } from '#contract/surveillance/surveillance.ts'
import { formatDate } from '#web/lib/dates.ts'
import { ABSENT } from '#web/lib/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { riskTones } from './compliance-labels.ts'
import { EqualWords } from './EqualWords.tsx'

type Found = ComplianceCheck['findings'][number]
type Row = Found['rows'][number]

interface FindingFactsProps {
  finding: Found
  /** Of the screen: the two that show risks divide them differently. */
  label: (risk: number) => 'High' | 'Medium' | 'Low'
  /** The words of our record, marked in the rows. */
  ours?: ReadonlySet<string>
}

const NO_WORDS: ReadonlySet<string> = new Set()

/** A finding, the reasons for its points, and the rows that are evidence. */
export function FindingFacts({
  finding: { title, risk, points, rows, silenced },
  label,
  ours = NO_WORDS,
}: FindingFactsProps): ReactElement {
  const level = label(risk)
  return (
    <section className="flex flex-col gap-2 rounded-lg border border-line p-3">
      <header className="flex flex-wrap items-start justify-between gap-2">
        <h3 className="min-w-0 flex-1 font-medium">{title}</h3>
        {silenced ? <Badge>Cleared</Badge> : <Badge tone={riskTones[level]}>{`${risk} ${level}`}</Badge>}
      </header>
      <ul className="flex flex-col gap-0.5 text-ink-soft">
        {points.map((point) => (
          <li key={point.text} className="flex justify-between gap-3">
            <span>{point.text}</span>
            <span className="tabular">{point.risk > 0 ? `+${point.risk}` : point.risk}</span>
          </li>
        ))}
      </ul>
      {rows.map((row) => (
        <RegisterRow key={row.id} row={row} ours={ours} />
      ))}
    </section>
  )
}

function RegisterRow({ row, ours }: { row: Row; ours: ReadonlySet<string> }): ReactElement {
  const { label } = registerTerms[row.register as Register] // the server names no other
  const place = [row.locality, row.state, row.postcode].filter(Boolean).join(' ')
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 rounded-md bg-sunken px-3 py-2 text-xs">
      <Fact name="Register">{`${label}, ${asOf(row)}`}</Fact>
      <Fact name="Name">
        <EqualWords text={row.name} others={ours} />
      </Fact>
      {row.number && (
        <Fact name="Number">
          <EqualWords text={row.number} others={ours} />
        </Fact>
      )}
      {row.status && <Fact name="Status">{row.status}</Fact>}
      <Fact name="Place">
        <EqualWords text={place || ABSENT} others={ours} />
      </Fact>
      <Fact name="Period">{periodText(row)}</Fact>
    </dl>
  )
}

function periodText({ startedOn, endedOn }: Row): string {
  if (!startedOn) return endedOn ? `Until ${formatDate(endedOn)}` : 'No dates given'
  return endedOn
    ? `${formatDate(startedOn)} to ${formatDate(endedOn)}`
    : `From ${formatDate(startedOn)}, permanent`
}

const asOf = ({ snapshotDate, readOn }: Row): string =>
  readOn
    ? `from the snapshot of ${formatDate(readOn)}: unreadable in that of ${formatDate(snapshotDate)}`
    : `as of ${formatDate(snapshotDate)}`

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}
