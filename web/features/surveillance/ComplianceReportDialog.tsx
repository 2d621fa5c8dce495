import { Download, FileText } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { BOOKING_ZONE } from '#contract/bookings/bookings.ts'
import { addMonths, monthName, monthOf } from '#contract/calendar.ts'
import {
  complianceReport,
  complianceReportCsv,
  complianceReportPdf,
  reportValue,
} from '#contract/surveillance/compliance-report.ts'
import { messageOf } from '#web/api/api-error.ts'
import { type AnswerOf, urlOf } from '#web/api/call.ts'
import { useRead } from '#web/api/use-read.ts'
import { downloadFile } from '#web/lib/download.ts'
import { dayIn } from '#web/lib/zoned-days.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { toastError } from '#web/ui/toast.ts'

type Report = AnswerOf<typeof complianceReport>

/** Months that are offered: the current one and a year before it. */
const MONTHS = 13

/** The compliance report of a month, to read, or to save as PDF or CSV. */
export function ComplianceReportDialog({ onClose }: { onClose: () => void }): ReactElement {
  const current = monthOf(dayIn(BOOKING_ZONE, Date.now()))
  // the last whole month is the one that a committee asks for
  const [month, setMonth] = useState(addMonths(current, -1))
  const { data, error, refetch } = useRead(complianceReport, { query: { month } })
  const options = Array.from({ length: MONTHS }, (_, back) => addMonths(current, -back)).map((value) => ({
    value,
    label: value === current ? `${monthName(value)}, so far` : monthName(value),
  }))
  return (
    <Dialog
      open
      title="Monthly compliance report"
      width="lg"
      onClose={onClose}
      footer={
        <>
          <SaveButton kind="csv" month={month} />
          <SaveButton kind="pdf" month={month} />
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <SelectField
          label="Month"
          options={options}
          value={month}
          onChange={(event) => setMonth(event.target.value)}
        />
        {data && <Sections report={data} />}
        {!data && error && (
          <ErrorState title="The report could not be loaded." error={error} onRetry={() => void refetch()} />
        )}
        {!data && !error && <SkeletonLines lines={['h-4 w-1/3', 'h-4 w-full', 'h-4 w-2/3', 'h-4 w-5/6']} />}
      </div>
    </Dialog>
  )
}

function Sections({ report }: { report: Report }): ReactElement {
  return (
    <>
      {report.sections.map(({ title, about, lines }) => (
        <section key={title} aria-label={title}>
          <h3 className="font-semibold">{title}</h3>
          <p className="mb-1.5 text-xs text-ink-soft">{about}</p>
          {lines.length === 0 ? (
            <p className="text-ink-soft">None</p>
          ) : (
            <dl>
              {lines.map((line) => (
                <div key={line.label} className="flex justify-between gap-4 border-b border-line py-1.5">
                  <dt>{line.label}</dt>
                  <dd className="tabular shrink-0 font-medium">{reportValue(line)}</dd>
                </div>
              ))}
            </dl>
          )}
        </section>
      ))}
    </>
  )
}

const kinds = {
  pdf: { label: 'Save as PDF', icon: FileText, endpoint: complianceReportPdf },
  csv: { label: 'Save as CSV', icon: Download, endpoint: complianceReportCsv },
} as const

function SaveButton({ kind, month }: { kind: keyof typeof kinds; month: string }): ReactElement {
  const [pending, setPending] = useState(false)
  const { label, icon, endpoint } = kinds[kind]
  const save = async (): Promise<void> => {
    setPending(true)
    try {
      await downloadFile(urlOf(endpoint, undefined, { month }), `compliance-report-${month}.${kind}`)
    } catch (error) {
      toastError(messageOf(error, 'Failed to save the report'))
    } finally {
      setPending(false)
    }
  }
  return (
    <Button
      icon={icon}
      variant={kind === 'pdf' ? 'primary' : 'secondary'}
      pending={pending}
      pendingText="Saving..."
      onClick={() => void save()}
    >
      {label}
    </Button>
  )
}
