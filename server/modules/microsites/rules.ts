// Fills empty texts of a microsite with defaults.

import {
  contentDefaults,
  type DefaultedContent,
  type MicrositeContent,
} from '#contract/microsites/microsites.ts'

type ContentInput = Omit<MicrositeContent, DefaultedContent> & {
  [Field in DefaultedContent]?: string | undefined
}

/** The content to store, with default texts for empty ones. */
export function filledContent(input: ContentInput): MicrositeContent {
  const { heroTitle, heroSubtitle, productName, description, ctaButtonUrl, ctaSecondaryUrl } = input
  const names = Object.keys(contentDefaults) as DefaultedContent[] // Object.keys widens the keys
  const texts = Object.fromEntries(names.map((name) => [name, input[name] || contentDefaults[name]]))
  return {
    ...(texts as Record<DefaultedContent, string>), // has every name
    ...{ heroTitle, heroSubtitle, productName, description, ctaButtonUrl, ctaSecondaryUrl },
  }
}
