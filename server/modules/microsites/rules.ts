// Decides what stands in a microsite's texts where nothing was written.

import { contentDefaults, type DefaultedContent, type MicrositeContent } from '#contract/microsites.ts'

type Given = Omit<MicrositeContent, DefaultedContent> & { [Field in DefaultedContent]?: string | undefined }

/** The content to store: what was given, and the default texts where that is empty. */
export function filledContent(given: Given): MicrositeContent {
  const { heroTitle, heroSubtitle, productName, description, ctaButtonUrl, ctaSecondaryUrl } = given
  const names = Object.keys(contentDefaults) as DefaultedContent[] // the keys of the literal
  const texts = Object.fromEntries(names.map((name) => [name, given[name] || contentDefaults[name]]))
  return {
    ...(texts as Record<DefaultedContent, string>), // one entry for each name
    ...{ heroTitle, heroSubtitle, productName, description, ctaButtonUrl, ctaSecondaryUrl },
  }
}
