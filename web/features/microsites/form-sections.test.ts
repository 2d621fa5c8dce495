import { expect, it } from 'vitest'
import { contentSections, mistakesBySection, OFFER_FIELDS } from './form-sections.ts'
import { micrositeFormSchema } from './microsite-form.ts'

// Covers: staff-screens-microsites-2
it('every field of a microsite stands in exactly one section', () => {
  const shown = [...OFFER_FIELDS, ...contentSections.flatMap(({ fields }) => fields.map(({ name }) => name))]
  expect(shown.toSorted()).toEqual(Object.keys(micrositeFormSchema.shape).toSorted())
})

it('mistakes are counted by section', () => {
  const errors = { slug: {}, name: {}, ctaButtonUrl: { message: 'Valid URL is required' } }
  expect(mistakesBySection(errors)).toEqual({ offer: 2, hero: 0, features: 0, client: 0, cta: 1 })
})
