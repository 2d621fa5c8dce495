import { type ReactElement, useEffect, useState } from 'react'
import { lookUpNumber } from '#contract/surveillance/living-registers.ts'
import { type AnswerOf, call } from '#web/api/call.ts'
import { Button } from '#web/features/site/ui/Button.tsx'
import { formatDate } from '#web/lib/dates.ts'

type Found = AnswerOf<typeof lookUpNumber>

interface RegisterHintProps {
  /** As typed; the look-up starts only once it may be a number. */
  number: string
  /** Values of ASIC's register by field name. */
  onFill: (values: Record<string, string>) => void
}

/**
 * The register row of the number, to fill empty fields with. Shows nothing without a row, or when the look-up fails.
 */
export function RegisterHint({ number, onFill }: RegisterHintProps): ReactElement {
  const [answer, setAnswer] = useState<Found | null>(null)
  const [session] = useState(() =>
    Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16)).join(''),
  )
  useEffect(() => {
    setAnswer(null)
    if (!/^[\d ]{4,12}$/.test(number.trim())) return
    const stop = new AbortController()
    call(lookUpNumber, { params: { number: number.trim() }, query: { session }, signal: stop.signal }).then(
      setAnswer,
      () => {
        // the hint is optional
      },
    )
    return () => stop.abort()
  }, [number, session])
  return (
    <div aria-live="polite" className="empty:hidden sm:col-span-2">
      {answer?.snapshotDate && <Answer answer={answer} day={answer.snapshotDate} onFill={onFill} />}
    </div>
  )
}

function Answer({
  answer: { found, standing, endedOn },
  day,
  onFill,
}: Pick<RegisterHintProps, 'onFill'> & { answer: Found; day: string }): ReactElement {
  if (standing === 'ended') {
    return (
      <p className="text-sm text-ink-soft">
        ASIC’s register of {formatDate(day)} shows that this number ended
        {endedOn ? ` on ${formatDate(endedOn)}` : ''}. You can go on; we check it again when we review your
        application.
      </p>
    )
  }
  if (!found) {
    return (
      <p className="text-sm text-ink-soft">
        ASIC’s register of {formatDate(day)} has no current credit representative or licensee with this
        number. You can go on; we check it again when we review your application.
      </p>
    )
  }
  const { firstName, lastName, company } = found
  const person = [firstName, lastName].filter(Boolean).join(' ')
  const values = Object.entries({ firstName, lastName, company }).flatMap(([name, value]) =>
    value ? [[name, value] as const] : [],
  )
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg bg-sunken px-4 py-2">
      <p className="min-w-0 flex-1 text-sm">
        On ASIC’s register of {formatDate(day)}:{' '}
        {[person, company, standing && standings[standing]].filter(Boolean).join(', ')}
      </p>
      <Button variant="quiet" onClick={() => onFill(Object.fromEntries(values))}>
        Fill in what is empty
      </Button>
    </div>
  )
}

const standings: Record<NonNullable<Found['standing']>, string | null> = {
  current: null,
  suspended: 'suspended',
  licensee_suspended: 'whose licensee is suspended',
  ended: 'ended',
}
