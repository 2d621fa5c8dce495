import type { FastifyReply } from 'fastify'
import { monthName, shortDayName } from '#contract/calendar.ts'
import { reportValue } from '#contract/surveillance/compliance-report.ts'
import { reportPdf } from '#server/pdf/report-pdf.ts'
import { sendCsv } from '#server/platform/http/csv.ts'
import type { ComplianceReport } from './compliance-report.views.ts'

const fileName = (month: string, ending: string): string => `compliance-report-${month}.${ending}`

export function sendReportCsv(
  reply: FastifyReply,
  { month, sections }: ComplianceReport,
): Promise<FastifyReply> {
  const rows = sections.flatMap(({ title, lines }) =>
    lines.map(({ label, value, unit }) => [month, title, label, value, unit]),
  )
  async function* pages() {
    yield rows
  }
  return sendCsv(reply, {
    name: fileName(month, 'csv'),
    header: ['month', 'section', 'figure', 'value', 'unit'],
    pages: pages(),
  })
}

export function sendReportPdf(reply: FastifyReply, report: ComplianceReport): FastifyReply {
  const { month, from, to, organisation, sections } = report
  const body = reportPdf({
    title: `Compliance report, ${monthName(month)}`,
    subtitle: [organisation, `${shortDayName(from, true)} to ${shortDayName(to, true)}, days in Sydney`]
      .filter(Boolean)
      .join(' · '),
    sections: sections.map(({ title, about, lines }) => ({
      ...{ title, about },
      rows: lines.map((line) => ({ label: line.label, value: reportValue(line) })),
    })),
  })
  return reply
    .type('application/pdf')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename="${fileName(month, 'pdf')}"`)
    .send(body)
}
