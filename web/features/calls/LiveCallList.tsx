import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactElement, type RefObject, useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { CallResponse } from '#contract/calls/calls.ts'
import { type CallStage, callStageLabels, type LiveCall } from '#contract/calls/live-calls.ts'
import { formatDuration, formatPhone } from '#web/lib/format.ts'
import { PHONE, useMediaQuery } from '#web/lib/use-media-query.ts'
import { writeUrlState } from '#web/lib/use-url-state.ts'
import { Badge, StatusDot } from '#web/ui/Badge.tsx'
import { LiveValue } from '#web/ui/LiveValue.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { callResponseLook } from './call-labels.ts'
import { EndCallButton } from './EndCallButton.tsx'
import { slotsOf } from './live-slots.ts'
import { useSeconds } from './use-seconds.ts'

interface LiveCallListProps {
  calls: readonly LiveCall[]
  /** Shows each call's campaign. */
  withCampaign: boolean
  /** The scroll container. */
  place: RefObject<HTMLElement | null>
}

/** Only visible rows are rendered. */
export function LiveCallList({ calls, withCampaign, place }: LiveCallListProps): ReactElement {
  const [search] = useSearchParams()
  const address = search.toString()
  const slots = useRef<(number | null)[]>([])
  const ids = calls.map(({ id }) => id)
  slots.current = slotsOf(slots.current, ids)
  const byId = new Map(calls.map((call) => [call.id, call]))
  const isPhone = useMediaQuery(PHONE)
  const height = isPhone ? PHONE_ROW : DESK_ROW
  const places = useVirtualizer({
    count: slots.current.length,
    getScrollElement: () => place.current,
    estimateSize: () => height,
    overscan: 2,
  })
  // rows change their height with the width of the page
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => places.measure(), [places, height])
  return (
    <ul className="relative" style={{ height: slots.current.length * height }}>
      {places.getVirtualItems().map(({ index, start }) => {
        const id = slots.current[index]
        const call = id ? byId.get(id) : undefined
        // keyed by place: a place keeps its position when its call changes
        return (
          <li
            key={index}
            aria-hidden={!call}
            className={ROW}
            style={{ height, transform: `translateY(${start}px)` }}
          >
            {call && <Row key={call.id} call={call} withCampaign={withCampaign} address={address} />}
          </li>
        )
      })}
    </ul>
  )
}

/** Pixels; two lines on a phone. */
const DESK_ROW = 48
const PHONE_ROW = 76

const ROW =
  'absolute inset-x-0 top-0 grid hover:bg-hover grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4 border-b border-line px-4 max-md:gap-y-0.5 max-md:py-1.5 md:grid-cols-[minmax(0,4fr)_10.5rem_minmax(0,6fr)_3rem_auto]'

const tones: Record<CallStage, Tone> = {
  dialling: 'grey',
  ringing: 'blue',
  talking: 'green',
  menu: 'green',
  chose: 'green',
  operator: 'amber',
}

function stageLook(stage: CallStage, response: CallResponse | null): { label: string; tone: Tone } {
  const chosen = stage === 'chose' ? callResponseLook(response) : null
  return chosen ?? { label: callStageLabels[stage], tone: tones[stage] }
}

interface RowProps {
  call: LiveCall
  withCampaign: boolean
  /** The search of the page's address. */
  address: string
}

/** Always one line high; memoised, so that only changed rows render. */
const Row = memo(function Row({ call, withCampaign, address }: RowProps): ReactElement {
  const who = call.broker?.name ?? formatPhone(call.phoneNumber)
  const { label, tone } = stageLook(call.stage, call.response)
  const details = writeUrlState(new URLSearchParams(address), { call: '' }, { call: String(call.id) })
  const place = withCampaign ? (call.campaign?.name ?? 'No campaign') : formatPhone(call.phoneNumber)
  return (
    <>
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-2">
          <Link
            to={{ search: details.toString() }}
            preventScrollReset
            // the whole row opens the call
            className="truncate rounded font-medium after:absolute after:inset-0 hover:text-link hover:underline"
          >
            {who}
            <span className="sr-only">: call details</span>
          </Link>
          {call.test && <Badge tone="blue">Test</Badge>}
        </p>
        <p className="truncate text-xs text-ink-soft">{place}</p>
      </div>
      <span className="-mx-1 min-w-0 truncate px-1 max-md:order-4 max-md:text-xs">
        <LiveValue value={label}>
          <StatusDot tone={tone} label={label} active />
        </LiveValue>
      </span>
      <Last last={call.last} />
      <span className="text-right max-md:order-2 max-md:text-xs">
        <OnTheLine since={call.since} />
      </span>
      <span className="relative z-1 max-md:order-3">
        <EndCallButton callId={call.id} of={who} />
      </span>
    </>
  )
})

const speakers = { agent: 'Agent', caller: 'Broker' } as const

function Last({ last }: Pick<LiveCall, 'last'>): ReactElement {
  return (
    <p className="truncate text-ink-soft max-md:order-5 max-md:col-span-2 max-md:text-xs" title={last?.text}>
      {last?.speaker && <span className="font-medium">{speakers[last.speaker]}: </span>}
      {last?.text}
    </p>
  )
}

/** Time since the answer, or since the dial if unanswered. */
function OnTheLine({ since }: { since: string }): ReactElement {
  const now = useSeconds()
  return (
    <time className="tabular" dateTime={since}>
      {formatDuration(Math.max(0, now - Math.floor(Date.parse(since) / 1000)))}
    </time>
  )
}
