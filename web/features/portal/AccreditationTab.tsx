import {
  ArrowRight,
  BadgeCheck,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  type LucideIcon,
} from 'lucide-react'
import type { ReactElement } from 'react'
import type { Accreditation, DocumentEntry } from '#contract/documents/documents.ts'
import { useAccreditation, useDocuments } from '#web/api/portal-data.ts'
import { Below } from '#web/ui/Below.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { softClass, type Tone } from '#web/ui/tone.ts'
import { accreditationWords, remainingText } from './accreditation-labels.ts'
import { DecisionNotice } from './DecisionNotice.tsx'
import { DocumentBadge } from './documents/DocumentBadge.tsx'
import { standingOf } from './documents/standing.ts'
import { usePortalPlace } from './portal-tabs.ts'

const decisionKinds = ['accreditation', 'document_expiry'] as const

/** Accreditation progress and the documents still needed. */
export function AccreditationTab(): ReactElement {
  const accreditation = useAccreditation()
  const documents = useDocuments()
  if (accreditation.data) {
    return (
      <div className="flex flex-col gap-6">
        <Summary accreditation={accreditation.data} />
        {documents.data && <RequiredDocuments entries={documents.data} />}
        <Below gap={6} isReady={!documents.isPending}>
          <DecisionNotice title="How this is decided" kinds={decisionKinds} />
        </Below>
      </div>
    )
  }
  if (accreditation.isError) {
    return (
      <ErrorState
        title="Your accreditation could not be loaded."
        error={accreditation.error}
        onRetry={() => void accreditation.refetch()}
      />
    )
  }
  return (
    <Loading text="Loading accreditation...">
      <Skeleton className="h-48 w-full" />
    </Loading>
  )
}

function Summary({ accreditation }: { accreditation: Accreditation }): ReactElement {
  const { open } = usePortalPlace()
  const { title, text, tone } = accreditationWords(accreditation)
  const { percent, remaining, fulfilled, required } = accreditation
  const Icon = tone === 'green' ? BadgeCheck : tone === 'red' ? CircleAlert : Clock
  return (
    <section
      aria-label="Accreditation"
      className="flex flex-col items-start gap-4 rounded-xl border border-line bg-surface p-5 md:p-6"
    >
      <div className="flex items-start gap-4">
        <span className={cx('rounded-full p-3', softClass[tone])}>
          <Icon aria-hidden className="size-6" strokeWidth={1.75} />
        </span>
        <div className="min-w-0">
          <h2 className="text-xl font-semibold tracking-tight">{title}</h2>
          <p className="mt-1 max-w-2xl text-ink-soft">{text}</p>
        </div>
      </div>
      <div className="w-full">
        <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
          <p>
            <span className="tabular text-2xl font-semibold tracking-tight">{percent}%</span>{' '}
            <span className="text-ink-soft">complete</span>
          </p>
          <p className="text-ink-soft">
            {remaining > 0 ? remainingText(remaining) : `${fulfilled} of ${required} required documents`}
          </p>
        </div>
        <Progress
          label="Accreditation"
          value={percent}
          max={100}
          tone={tone === 'green' ? 'green' : 'primary'}
        />
      </div>
      {remaining > 0 && (
        <Button variant="primary" size="lg" icon={ArrowRight} onClick={() => open('documents')}>
          Go to Documents
        </Button>
      )}
    </section>
  )
}

/** The mark of each document: done, under review, refused or expired, missing. */
const marks: Record<Tone, { icon: LucideIcon; colour: string }> = {
  green: { icon: CircleCheck, colour: 'text-green' },
  amber: { icon: Clock, colour: 'text-amber' },
  red: { icon: CircleX, colour: 'text-red' },
  blue: { icon: CircleDashed, colour: 'text-ink-faint' },
  grey: { icon: CircleDashed, colour: 'text-ink-faint' },
}

function RequiredDocuments({ entries }: { entries: readonly DocumentEntry[] }): ReactElement {
  return (
    <Panel title="Required documents" flush>
      <ul className="divide-y divide-line">
        {entries
          .filter(({ documentType }) => documentType.required)
          .map(({ documentType, document, fulfilled }) => {
            const { tone } = standingOf(document)
            const { icon: Icon, colour } = fulfilled ? marks.green : marks[tone]
            return (
              <li key={documentType.id} className="flex items-center gap-3 px-4 py-3">
                <Icon aria-hidden className={cx('size-5 shrink-0', colour)} strokeWidth={1.75} />
                <span className="min-w-0 flex-1">{documentType.name}</span>
                <DocumentBadge document={document} />
              </li>
            )
          })}
      </ul>
    </Panel>
  )
}
