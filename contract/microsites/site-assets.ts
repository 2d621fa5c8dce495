import type { LivePage } from './pages.ts'

/** Where the built files of the public pages lie. */
export interface SiteAssets {
  /** Address of the font that the style sheet names first; null before the build. */
  font: string | null
  /** The style sheet's text, put into the page: one request less before the first picture. */
  css: string
  /** Address of the same style sheet, for pages that may not weigh much; null in tests. */
  cssUrl: string | null
  /** Address of the script that booking and accreditation start; null in tests. */
  script: string | null
  /** Files that the script loads immediately, by page. */
  preload: Partial<Record<LivePage, readonly string[]>>
}
