import type { ReactElement } from 'react'
import type { CallDetails } from '#contract/calls/calls.ts'
import { type HandOffState, ringEndLabels, ringRoleLabels } from '#contract/calls/hand-offs.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Tone } from '#web/ui/tone.ts'

const looks: Readonly<Record<HandOffState, { tone: Tone; label: string }>> = {
  requested: { tone: 'blue', label: 'Requested' },
  ringing: { tone: 'blue', label: 'Ringing' },
  accepted: { tone: 'green', label: 'Accepted' },
  declined: { tone: 'amber', label: 'Declined' },
  failed: { tone: 'red', label: 'Not reached' },
}

/** Requests for a person in the call, and whose phones rang. */
export function HandOffs({ handOffs }: Pick<CallDetails, 'handOffs'>): ReactElement {
  return (
    <PanelSection title="Put through to a person">
      <ul className="flex flex-col gap-3">
        {handOffs.map((handOff) => (
          <li key={handOff.requestedAt} className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              {handOff.rings.length === 0 ? (
                <p>No phone was within its hours for calls.</p>
              ) : (
                <ol className="flex flex-col gap-0.5">
                  {handOff.rings.map((ring) => (
                    <li key={ring.role}>
                      <span className="font-medium">{ring.name}</span> {ringText(ring)}
                      <span className="text-xs text-ink-soft"> · {ringRoleLabels[ring.role]}</span>
                    </li>
                  ))}
                </ol>
              )}
              <p className="text-xs text-ink-soft">
                <RelativeTime when={handOff.requestedAt} />
              </p>
            </div>
            <Badge tone={looks[handOff.state].tone}>{looks[handOff.state].label}</Badge>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}

function ringText({ state, end }: CallDetails['handOffs'][number]['rings'][number]): string {
  if (end !== null) return ringEndLabels[end]
  return state === 'accepted' ? 'accepted the call' : 'is being rung'
}
