import { CircleAlert, CircleCheck, CircleMinus, CircleX, type LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import type { CheckResult, checkVendor } from '#contract/calls/telephony.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { formatTime } from '#web/lib/dates.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const looks: Record<CheckResult['status'], { icon: LucideIcon; label: string; className: string }> = {
  ok: { icon: CircleCheck, label: 'OK', className: 'text-green-ink' },
  warning: { icon: CircleAlert, label: 'Warning', className: 'text-amber-ink' },
  failed: { icon: CircleX, label: 'Failed', className: 'text-red-ink' },
  skipped: { icon: CircleMinus, label: 'Not tested', className: 'text-ink-faint' },
}

interface ConnectionTestProps {
  /** Undefined while it runs. */
  answer: AnswerOf<typeof checkVendor> | undefined
}

/** Result of each test step, with its remedy. */
export function ConnectionTest({ answer }: ConnectionTestProps): ReactElement {
  return (
    <div role="status" className="border-b border-line bg-sunken px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">
          {answer ? verdictOf(answer.results) : 'Testing the connection...'}
        </span>
        {answer && <span className="text-xs text-ink-soft">Tested at {formatTime(answer.checkedAt)}</span>}
      </p>
      {answer ? (
        <ul className="mt-2 flex flex-col gap-2">
          {answer.results.map((result) => (
            <Step key={result.name} result={result} />
          ))}
        </ul>
      ) : (
        <div aria-hidden className="mt-3 flex flex-col gap-3">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      )}
    </div>
  )
}

function Step({ result }: { result: CheckResult }): ReactElement {
  const { icon: Icon, label, className } = looks[result.status]
  return (
    <li className="flex gap-2">
      <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', className)} strokeWidth={1.75} />
      <div className="min-w-0">
        <p>
          <span className="sr-only">{label}: </span>
          {result.name}
        </p>
        <p className="break-words text-ink-soft">{result.detail}</p>
      </div>
    </li>
  )
}

function verdictOf(results: readonly CheckResult[]): string {
  const has = (status: CheckResult['status']): boolean => results.some((result) => result.status === status)
  if (has('failed')) return 'Calls will not work yet'
  return has('warning') ? 'Calls can work; check the warnings' : 'Everything is set up'
}
