import { PhoneOff } from 'lucide-react'
import type { ReactElement } from 'react'
import { cx } from '#web/ui/cx.ts'
import { softClass } from '#web/ui/tone.ts'
import { type BrokerDetails, barLines } from '../calling-state.ts'

/** Why no call to the broker is possible; the rest of the page does not repeat it. */
export function BarNotice({ broker }: { broker: BrokerDetails }): ReactElement | null {
  const lines = barLines(broker)
  const [first] = lines
  if (!first) return null
  return (
    <section
      aria-label="Why this broker is not called"
      className={cx('mb-4 flex gap-2.5 rounded-lg px-4 py-3', softClass[first.tone])}
    >
      <PhoneOff aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      <ul className="flex min-w-0 flex-col gap-1 font-medium break-words">
        {lines.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </section>
  )
}
