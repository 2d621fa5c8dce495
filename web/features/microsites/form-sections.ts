import { contentDefaults, type DefaultedContent } from '#contract/microsites/microsites.ts'
import type { FieldName } from './microsite-form.ts'

export interface FieldSpec {
  name: FieldName
  label: string
  /** Several lines. */
  area?: boolean
  required?: boolean
  help?: string
  placeholder?: string
}

export interface SectionSpec {
  id: string
  title: string
  /** Explains the section's use on the page. */
  note?: string
  fields: readonly FieldSpec[]
}

/** An optional text; the standard text shows in grey and is used where it is empty. */
const standard = (name: DefaultedContent, label: string, area = false): FieldSpec => ({
  name,
  label,
  area,
  placeholder: contentDefaults[name],
})

const EMPTY_NOTE = 'Empty fields use the standard text shown in grey.'

/** The sections below the offer, in the order of the page. */
export const contentSections: readonly SectionSpec[] = [
  {
    id: 'hero',
    title: 'Hero',
    note: "The first screen. The campaign's rate stands large beside it.",
    fields: [
      { name: 'heroTitle', label: 'Hero title', required: true },
      standard('heroButtonText', 'Hero button text'),
      { name: 'heroSubtitle', label: 'Hero subtitle', required: true, area: true },
    ],
  },
  {
    id: 'features',
    title: 'Features',
    note: EMPTY_NOTE,
    fields: [
      standard('featuresTitle', 'Section title'),
      standard('featuresSubtitle', 'Section subtitle'),
      { name: 'features', label: 'Introduction', area: true, help: 'Optional, above the three cards' },
      standard('feature1Title', 'Feature 1 title'),
      standard('feature1Description', 'Feature 1 description', true),
      standard('feature2Title', 'Feature 2 title'),
      standard('feature2Description', 'Feature 2 description', true),
      standard('feature3Title', 'Feature 3 title'),
      standard('feature3Description', 'Feature 3 description', true),
    ],
  },
  {
    id: 'client',
    title: 'Ideal client',
    note: EMPTY_NOTE,
    fields: [
      standard('idealClientTitle', 'Ideal client title'),
      standard('perfectForTitle', 'Perfect for title'),
      standard('perfectFor1', 'Perfect for 1'),
      standard('perfectFor2', 'Perfect for 2'),
      standard('perfectFor3', 'Perfect for 3'),
      standard('perfectFor4', 'Perfect for 4'),
      standard('loanAmountsTitle', 'Loan amounts title'),
      standard('loanAmount1', 'Loan amount 1'),
      standard('loanAmount2', 'Loan amount 2'),
      standard('loanAmount3', 'Loan amount 3'),
      standard('loanAmount4', 'Loan amount 4'),
    ],
  },
  {
    id: 'cta',
    title: 'Call to action',
    note: EMPTY_NOTE,
    fields: [
      standard('ctaMainTitle', 'Main title'),
      standard('ctaMainSubtitle', 'Main subtitle'),
      standard('ctaButtonText', 'Button text'),
      {
        name: 'ctaButtonUrl',
        label: 'Button URL',
        required: true,
        help: "Links to this installation's own pages keep the broker.",
      },
      {
        name: 'ctaSecondaryUrl',
        label: 'Start Accreditation URL',
        help: 'Optional; empty leads to the application form of this installation.',
      },
    ],
  },
]

export const OFFER_FIELDS: readonly FieldName[] = [
  'name',
  'slug',
  'campaignId',
  'productName',
  'description',
  'active',
]

/** The section of a field. */
export const sectionOf = (name: FieldName): string =>
  contentSections.find(({ fields }) => fields.some((field) => field.name === name))?.id ?? 'offer'

/** Number of invalid fields per section. */
export function mistakesBySection(errors: Readonly<Record<string, unknown>>): Record<string, number> {
  const count = (names: readonly string[]): number => names.filter((name) => errors[name]).length
  return {
    offer: count(OFFER_FIELDS),
    ...Object.fromEntries(
      contentSections.map(({ id, fields }) => [id, count(fields.map(({ name }) => name))]),
    ),
  }
}
