import type { ReactElement } from 'react'
import { Link } from 'react-router'
import type { Suppression } from '#contract/brokers/suppressions.ts'
import { formatDuration } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'

/** The sentence of an opt-out from speech, its time in the recording, and the rule that read it. */
export function SpokenEvidence({ entry }: { entry: Suppression }): ReactElement | null {
  const { evidence, callId } = entry
  if (!evidence) return null
  const { text, rule, second } = evidence
  const time = second === null ? null : `at ${formatDuration(second)} of the call`
  return (
    <span className="min-w-0 basis-full text-sm break-words">
      “{text}”
      <span className="block text-xs text-ink-soft">
        {[time, rule && `rule ${rule}`].filter(Boolean).join(' · ')}
        {callId !== null && (
          <>
            {(time ?? rule) && ' · '}
            <Link className="link underline" to={pathTo.call(callId)}>
              Open the call
            </Link>
          </>
        )}
      </span>
    </span>
  )
}
