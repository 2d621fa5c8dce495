import type { ReactElement } from 'react'
import type { CallDetails } from '#contract/calls/calls.ts'
import { channelLabels } from '#contract/messages/message-words.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Tone } from '#web/ui/tone.ts'

const tones: Record<string, Tone> = {
  done: 'green',
  sent: 'green',
  delivered: 'green',
  held: 'amber',
  queued: 'blue',
  sending: 'blue',
  waiting: 'blue',
  failed: 'red',
}

/** 'not_sent' reads 'Not sent'. */
function statusText(status: string): string {
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const isChannel = (kind: string): kind is keyof typeof channelLabels => kind in channelLabels

/** Actions taken after the call. */
export function FollowUps({ followUps }: Pick<CallDetails, 'followUps'>): ReactElement {
  return (
    <PanelSection title="Follow-up">
      {followUps.length === 0 ? (
        <p className="text-ink-soft">No follow-up was needed after this call.</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {followUps.map((followUp, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: past actions keep their order
            <li key={`${index}-${followUp.kind}`} className="flex items-start justify-between gap-3">
              <span className="min-w-0">
                {isChannel(followUp.kind) && (
                  <span className="font-medium">{channelLabels[followUp.kind]}: </span>
                )}
                {followUp.description}
                {followUp.reason && <span className="block text-xs text-ink-soft">{followUp.reason}</span>}
                <span className="block text-xs text-ink-soft">
                  <RelativeTime when={followUp.at} />
                </span>
              </span>
              <Badge tone={tones[followUp.status] ?? 'grey'}>{statusText(followUp.status)}</Badge>
            </li>
          ))}
        </ul>
      )}
    </PanelSection>
  )
}
