import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { criteria } from '#contract/scoring/scorecards.ts'
import type { ScoreRow } from '#contract/scoring/scoring.ts'
import { ScoreNotice } from '#web/features/portal/score/ScoreNotice.tsx'
import { scoreColumns } from './score-columns.tsx'
import { measureText } from './score-labels.ts'
import { pointsTitle } from './scorecard/CriterionFields.tsx'

it('writes LVR as an abbreviation inside a sentence', () => {
  const notice = renderToStaticMarkup(<ScoreNotice />)
  expect(notice).toContain(
    'default rate, rework rate, compliance, credit score, LVR, days to approval and loans',
  )
})

it('heads the points of each criterion without repeating its unit', () => {
  expect(criteria.map(pointsTitle)).toEqual([
    'Points by default rate (%)',
    'Points by rework rate (%)',
    'Points by compliance (%)',
    'Points by credit score',
    'Points by LVR (%)',
    'Points by days to approval',
    'Points by number of loans',
  ])
})

// Covers: scoring-18
it('names the scale of credit scores in the table and with a value', () => {
  const headers = (scale: 'equifax' | 'experian_illion') => scoreColumns(scale).map(({ header }) => header)
  expect(headers('equifax')).toContain('Credit Score (0–1200)')
  expect(headers('experian_illion')).toContain('Credit Score (0–1000)')
  expect(measureText('avgCreditScore', 782.6, 'equifax')).toBe('783 of 1200')
  expect(measureText('avgCreditScore', 652.2, 'experian_illion')).toBe('652 of 1000')
})

it('shows compliance as a percentage, in the table and with a value', () => {
  const column = scoreColumns('equifax').find(({ id }) => id === 'compliance')
  // all that the cell reads
  const row = { score: { compliance: 95 } } as ScoreRow
  expect(column?.cell(row)).toBe('95.0%')
  expect(measureText('compliance', 95, 'equifax')).toBe('95.0%')
})
