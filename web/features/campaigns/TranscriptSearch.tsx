import { type ReactElement, useState } from 'react'
import { searchTranscripts, speakers, type TranscriptHit } from '#contract/campaigns/campaign-history.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDuration, formatPhone } from '#web/lib/format.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { Panel } from '#web/ui/Card.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/SelectField.tsx'

const speakerLabels: Record<(typeof speakers)[number], string> = {
  anyone: 'Said by anyone',
  caller: 'Said by brokers',
  agent: 'Said by the agent',
}

/** Finds calls of a campaign by their transcripts. */
export function TranscriptSearch({ campaignId }: { campaignId: number }): ReactElement {
  const [q, setQ] = useState('')
  const [speaker, setSpeaker] = useState<(typeof speakers)[number]>('anyone')
  return (
    <Panel title="Search transcripts" flush>
      <div className="flex flex-wrap gap-2 px-4 py-3">
        <SearchField label="Search the transcripts" value={q} onChange={setQ} />
        <Select
          aria-label="Who said it"
          options={speakers.map((value) => ({ value, label: speakerLabels[value] }))}
          value={speaker}
          onChange={({ target }) => setSpeaker(speakers.find((each) => each === target.value) ?? 'anyone')}
        />
      </div>
      {q.trim() === '' ? (
        <p className="px-4 pb-4 text-ink-soft">
          Finds words in the transcripts of this campaign, such as “fixed rate” in quotes, or refinance -fees.
        </p>
      ) : (
        <Found campaignId={campaignId} q={q.trim()} speaker={speaker} />
      )}
    </Panel>
  )
}

interface FoundProps {
  campaignId: number
  q: string
  speaker: (typeof speakers)[number]
}

function Found({ campaignId, q, speaker }: FoundProps): ReactElement {
  const { data, error } = useRead(
    searchTranscripts,
    { params: { id: campaignId }, query: { q, speaker } },
    { keep: true },
  )
  if (error && !data)
    return (
      <p role="alert" className="px-4 pb-4 text-red-ink">
        {messageOf(error, 'The transcripts could not be searched.')}
      </p>
    )
  if (!data) return <p className="px-4 pb-4 text-ink-soft">Searching...</p>
  return (
    <div>
      {data.calls.length === 0 && (
        <p role="status" className="px-4 pb-4 text-ink-soft">
          No transcript of this campaign contains this.
        </p>
      )}
      <ul className="max-h-96 overflow-y-auto overscroll-contain">
        {data.calls.map((hit) => (
          <Hit key={hit.id} hit={hit} />
        ))}
      </ul>
      {(data.more || !data.complete) && (
        <p className="border-t border-line px-4 py-2 text-xs text-ink-soft">
          {[
            data.more && 'These are the newest; more calls contain these words.',
            !data.complete && 'Older calls are still being made searchable.',
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
    </div>
  )
}

function Hit({ hit }: { hit: TranscriptHit }): ReactElement {
  const { open } = useOpenRecord('call')
  return (
    <li className="border-t border-line px-4 py-2.5">
      <p className="flex items-baseline justify-between gap-3">
        <button
          type="button"
          className="touch-target truncate rounded font-medium hover:text-link hover:underline"
          onClick={() => open(hit.id)}
        >
          {hit.broker?.name ?? formatPhone(hit.phoneNumber)}
          <span className="sr-only">: open the call</span>
        </button>
        <span className="shrink-0 text-xs text-ink-soft">
          <RelativeTime when={hit.createdAt} />
        </span>
      </p>
      <ul className="mt-1 flex flex-col gap-0.5">
        {hit.lines.map(({ at, speaker, parts }) => (
          <li key={at} className="text-ink-soft">
            <span className="tabular text-xs">{formatDuration(at)} </span>
            <span className="font-medium">{speaker === 'agent' ? 'Agent' : 'Broker'}:</span>{' '}
            {parts.map(({ text, found }, index) =>
              found ? (
                // parts keep their places
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <mark key={index} className="rounded-sm bg-amber-soft text-amber-ink">
                  {text}
                </mark>
              ) : (
                text
              ),
            )}
          </li>
        ))}
      </ul>
    </li>
  )
}
