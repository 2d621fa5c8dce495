import { expect, it } from 'vitest'
import { reportPdf } from './report-pdf.ts'

const text = (pdf: Buffer): string => pdf.toString('latin1')

// Covers: surveillance-39
it('writes each figure with its label, and continues on another page with its number', () => {
  const rows = Array.from({ length: 60 }, (_, index) => ({ label: `Figure ${index} (a)`, value: '1,204' }))
  const pdf = text(
    reportPdf({
      ...{ title: 'Compliance report, June 2026', subtitle: 'Müller & Søn – Ω' },
      sections: [
        { title: 'Calls', about: 'Dials of campaigns.', rows },
        { title: 'Complaints', about: 'None of them.', rows: [] },
      ],
    }),
  )
  expect(pdf.startsWith('%PDF-1.4')).toBe(true)
  expect(pdf).toContain('/Count 2')
  expect(pdf).toContain('(Figure 59 \\(a\\)) Tj')
  expect(pdf).toContain('page 2 of 2')
  expect(pdf).toContain('(M\xfcller & S\xf8n \x96 ?) Tj')
  expect(pdf).toContain('(None) Tj')
})
