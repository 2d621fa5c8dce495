import { z } from 'zod'

/** Scales of credit scores in Australia. */
export const creditScales = ['equifax', 'experian_illion'] as const
export const creditScale = z.enum(creditScales, 'Choose a scale')
export type CreditScale = (typeof creditScales)[number]

export const creditScaleTerms: Record<CreditScale, { bureau: string; max: number }> = {
  equifax: { bureau: 'Equifax', max: 1200 },
  experian_illion: { bureau: 'Experian or illion', max: 1000 },
}

/** 'Equifax, 0 to 1200' */
export const creditScaleText = (scale: CreditScale): string =>
  `${creditScaleTerms[scale].bureau}, 0 to ${creditScaleTerms[scale].max}`

/** 'Credit score (Equifax, 0 to 1200)' */
export const creditScoreLabel = (scale: CreditScale): string => `Credit score (${creditScaleText(scale)})`
