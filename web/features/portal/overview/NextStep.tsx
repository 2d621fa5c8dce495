import { ArrowRight, CircleCheck, Clock } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Accreditation, DocumentEntry } from '#contract/documents/documents.ts'
import { Button } from '#web/ui/Button.tsx'
import { usePortalPlace } from '../portal-tabs.ts'
import { nextStepWords } from './next-step-labels.ts'

interface NextStepProps {
  entries: readonly DocumentEntry[]
  accreditation: Accreditation
}

/** One next step at a time. */
export function NextStep({ entries, accreditation }: NextStepProps): ReactElement {
  const { openUpload } = usePortalPlace()
  const { title, text, entry, action, tone } = nextStepWords(entries, accreditation, Date.now())
  const Icon = tone === 'done' ? CircleCheck : Clock
  return (
    <section
      aria-label="Your next step"
      className="flex flex-col items-start gap-x-8 gap-y-4 rounded-xl border border-line bg-surface p-5 shadow-float sm:flex-row sm:items-center sm:justify-between md:p-6"
    >
      <div className="flex min-w-0 items-start gap-3">
        {!entry && (
          <Icon
            aria-hidden
            className={
              tone === 'done' ? 'mt-1 size-6 shrink-0 text-green' : 'mt-1 size-6 shrink-0 text-amber'
            }
            strokeWidth={1.75}
          />
        )}
        <div className="min-w-0">
          <h3 className="text-xl font-semibold tracking-tight break-words">{title}</h3>
          <p className="mt-1 text-ink-soft">{text}</p>
        </div>
      </div>
      {entry && (
        <Button
          variant="primary"
          size="lg"
          icon={ArrowRight}
          className="max-sm:w-full"
          onClick={() => openUpload(entry.documentType)}
        >
          {action} now
        </Button>
      )}
    </section>
  )
}
