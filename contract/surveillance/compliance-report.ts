import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { numberText } from '#contract/number-text.ts'

const tag = 'Surveillance'

const month = z.string('Choose a month').regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Enter the month as YYYY-MM')

const query = z.object({ month })

const count = z.number()

/** A line of the report: a figure with its unit. */
const line = z.object({
  label: z.string(),
  /** null: nothing to measure. */
  value: count.nullable(),
  unit: z.enum(['count', 'percent', 'seconds']),
})
export type ReportLine = z.infer<typeof line>

const section = z.object({
  title: z.string(),
  /** What the figures count, in a sentence. */
  about: z.string(),
  lines: z.array(line),
})
export type ReportSection = z.infer<typeof section>

export const complianceReport = endpoint('GET /api/surveillance/report', {
  tag,
  summary:
    'A month of calls, refusals by reason, opt-outs and their handling, complaints, register checks, suspensions and reads of personal files',
  access: 'access_log.read',
  query,
  returns: z.object({
    month: z.string(),
    from: z.iso.date(),
    to: z.iso.date(),
    /** The legal name; empty until it is entered. */
    organisation: z.string(),
    sections: z.array(section),
  }),
})

export const complianceReportCsv = endpoint('GET /api/surveillance/report.csv', {
  tag,
  summary: 'The report of a month as CSV',
  access: 'access_log.read',
  query,
  kind: 'file',
})

export const complianceReportPdf = endpoint('GET /api/surveillance/report.pdf', {
  tag,
  summary: 'The report of a month as PDF',
  access: 'access_log.read',
  query,
  kind: 'file',
})

/** '1,204', '41.2%', '3 s', '4 min 10 s', '2 h 5 min', '3 d 4 h'; a dash where there is nothing to measure. */
export function reportValue({ value, unit }: Pick<ReportLine, 'value' | 'unit'>): string {
  if (value === null) return '–'
  if (unit === 'count') return numberText(value)
  if (unit === 'percent') return `${value.toFixed(1)}%`
  const whole = Math.round(value)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  if (whole < 86_400) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
  return `${Math.floor(whole / 86_400)} d ${Math.floor((whole % 86_400) / 3600)} h`
}
