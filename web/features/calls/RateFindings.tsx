import type { ReactElement } from 'react'
import type { CallDetails } from '#contract/calls/calls.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

/** Rates that the agent stated and the offer does not have. */
export function RateFindings({ rateFindings }: Pick<CallDetails, 'rateFindings'>): ReactElement {
  return (
    <PanelSection title="Compliance findings">
      <ul className="flex flex-col gap-3">
        {rateFindings.map(({ text, rate, at }) => (
          <li key={`${at}-${rate}`} className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <p className="break-words">{text === '' ? 'The sentence was removed.' : `“${text}”`}</p>
              <p className="text-xs text-ink-soft">
                The offer does not have this rate · <RelativeTime when={at} />
              </p>
            </div>
            <Badge tone="red">{rate}%</Badge>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
