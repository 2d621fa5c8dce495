import type { ReactElement } from 'react'
import type { ApplicationDetails } from '#contract/applications.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { applicationStatusLook } from './application-words.ts'

/** Every step so far, newest first. */
export function ApplicationHistory({ application }: { application: ApplicationDetails }): ReactElement {
  const { history } = application
  return (
    <PanelSection title="History">
      {history.length === 0 && <p className="text-ink-soft">Nothing has happened yet.</p>}
      <ol className="flex flex-col gap-2.5">
        {history.map((step) => (
          <li key={`${step.at} ${step.status}`}>
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <StatusDot {...applicationStatusLook(step.status)} />
              <span className="text-xs text-ink-soft">
                {step.actor} · <RelativeTime when={step.at} />
              </span>
            </p>
            {step.reason && <p className="mt-0.5 pl-3.5 break-words whitespace-pre-wrap">{step.reason}</p>}
          </li>
        ))}
      </ol>
    </PanelSection>
  )
}
