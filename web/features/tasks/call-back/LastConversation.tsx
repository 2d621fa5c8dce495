import type { ReactElement } from 'react'
import { type CallDetails, getCall, listCalls } from '#contract/calls/calls.ts'
import { previewScript } from '#contract/campaigns/campaign-drafts.ts'
import { type Campaign, getCampaign } from '#contract/campaigns/campaigns.ts'
import type { Task } from '#contract/tasks/tasks.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead, useRecord } from '#web/api/use-read.ts'
import { formatEventTime } from '#web/lib/dates.ts'
import { formatDuration, formatRate } from '#web/lib/format.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

/** The offer with its script, and the words of the last call. */
export function LastConversation({ task }: { task: Task }): ReactElement {
  const subject = task.subject?.type === 'call' ? task.subject.id : null
  const calls = useRead(
    listCalls,
    { query: { brokerId: task.broker?.id ?? 0, limit: 1 } },
    { enabled: subject === null && task.broker !== null },
  )
  const callId = subject ?? calls.data?.[0]?.id ?? null
  const { data: call, isError } = useRecord(getCall, callId)
  const isNone = callId === null && (task.broker === null || calls.data !== undefined)
  return (
    <>
      {call?.campaign && <Offer campaignId={call.campaign.id} brokerId={task.broker?.id ?? null} />}
      <Panel title="Last conversation" actions={call && <OpenCall call={call} />}>
        {call ? (
          <Words call={call} />
        ) : isNone || isError ? (
          <EmptyState title="No call with this person is on record" />
        ) : (
          <Loading text="Loading the last call...">
            <Skeleton className="h-40" />
          </Loading>
        )}
      </Panel>
    </>
  )
}

function OpenCall({ call }: { call: CallDetails }): ReactElement {
  const { open } = useOpenRecord('call')
  return (
    <>
      <span className="text-xs text-ink-soft">{formatEventTime(call.createdAt, call.simulatedAt)}</span>
      <Button size="sm" onClick={() => open(call.id)}>
        Open the call
      </Button>
    </>
  )
}

function Words({ call }: { call: CallDetails }): ReactElement {
  const name = call.broker?.name ?? 'Caller'
  if (call.transcript.length === 0) return <p className="text-ink-soft">Nothing was said in this call.</p>
  return (
    <>
      {call.summary && <p className="mb-3 font-medium">{call.summary}</p>}
      <ol aria-label="Transcript" className="flex flex-col gap-2">
        {call.transcript.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their place
          <li key={`${index}-${line.at}`} className="grid grid-cols-[3rem_1fr] gap-x-2">
            <span className="tabular text-xs leading-5 text-ink-soft">{formatDuration(line.at)}</span>
            <span className="min-w-0 break-words">
              <span className="text-ink-soft">{line.speaker === 'agent' ? 'AI agent' : name}: </span>
              {line.text}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

interface OfferProps {
  campaignId: number
  brokerId: number | null
}

function Offer({ campaignId, brokerId }: OfferProps): ReactElement | null {
  const { data: campaign } = useRecord(getCampaign, campaignId)
  if (!campaign) return null
  return (
    <Panel title="Offer and script">
      <p className="font-medium">
        {campaign.product}
        {campaign.rate && <span className="tabular"> · {formatRate(campaign.rate, campaign.rateType)}</span>}
      </p>
      {campaign.description && <p className="mt-1 text-ink-soft">{campaign.description}</p>}
      <Script campaign={campaign} brokerId={brokerId} />
    </Panel>
  )
}

/** The script as this broker hears it; as it is written, for people who may not edit campaigns. */
function Script({ campaign, brokerId }: { campaign: Campaign; brokerId: number | null }): ReactElement {
  const refusal = useRefusal('campaigns.write')
  const { product, rate, rateType, callScript } = campaign
  const { data } = useRead(
    previewScript,
    { body: { product, rate, rateType, callScript, brokerId } },
    { enabled: refusal === null && brokerId !== null },
  )
  return <p className="mt-3 max-w-prose break-words whitespace-pre-line">{data?.body ?? callScript}</p>
}
