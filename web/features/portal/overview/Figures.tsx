import type { ReactElement, ReactNode } from 'react'
import type { Accreditation } from '#contract/documents/documents.ts'
import { LiveValue } from '#web/ui/LiveValue.tsx'
import { Progress } from '#web/ui/Progress.tsx'

interface FiguresProps {
  accreditation: Accreditation
  /** Required documents that were never uploaded. */
  missing: number
}

/** Number of documents by status. */
export function Figures({ accreditation, missing }: FiguresProps): ReactElement {
  const { percent, fulfilled, required, pending, approved, rejected } = accreditation
  const done = `${fulfilled} of ${required} required documents`
  return (
    <dl
      aria-label="Your documents in figures"
      className="grid grid-cols-3 gap-px overflow-clip rounded-xl border border-line bg-line *:bg-surface md:grid-cols-[2fr_1fr_1fr_1fr]"
    >
      <Figure label="Completion" value={`${percent}%`} wide>
        <dd className="mt-2">
          <Progress label="Completion" value={percent} max={100} tone="primary" />
        </dd>
        <dd className="mt-2 text-ink-soft">
          {done}
          {missing > 0 && `, ${missing} not uploaded`}
        </dd>
      </Figure>
      <Figure label="Pending" value={String(pending)}>
        <dd className="text-xs text-ink-soft">under review</dd>
      </Figure>
      <Figure label="Approved" value={String(approved)} />
      <Figure label="Rejected" value={String(rejected)} />
    </dl>
  )
}

interface FigureProps {
  label: string
  value: string
  wide?: boolean
  children?: ReactNode
}

function Figure({ label, value, wide, children }: FigureProps): ReactElement {
  return (
    <div className={wide ? 'p-4 max-md:col-span-3 md:p-5' : 'p-4 md:p-5'}>
      <dt className="text-xs font-medium text-ink-soft">{label}</dt>
      <dd className="tabular text-2xl font-semibold tracking-tight">
        <LiveValue value={value} />
      </dd>
      {children}
    </div>
  )
}
