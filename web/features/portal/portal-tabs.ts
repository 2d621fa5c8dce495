import type { DocumentType } from '#contract/documents/documents.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'

export const portalTabs = ['overview', 'documents', 'profile', 'accreditation', 'score'] as const
export type PortalTab = (typeof portalTabs)[number]

/** State in the URL: the tab, the part of it, and the type that an upload is for. */
const defaults = { tab: 'overview', section: '', type: '' }
type Place = typeof defaults

interface PortalPlace extends Omit<Place, 'tab'> {
  tab: PortalTab
  /** Another tab, its first part. */
  open: (tab: PortalTab) => void
  /** The Documents tab, ready to upload this type. */
  openUpload: (type: Pick<DocumentType, 'id' | 'category'>) => void
  /** The decisions of programs about the broker. */
  openDecisions: () => void
  /** Another part of this tab, or another type. */
  change: (place: Partial<Omit<Place, 'tab'>>) => void
}

/** Where the broker is in the portal. */
export function usePortalPlace(): PortalPlace {
  const [place, change] = useUrlState(defaults)
  return {
    ...place,
    tab: portalTabs.find((tab) => tab === place.tab) ?? 'overview',
    open: (tab) => change({ tab, section: '', type: '' }, { push: true }),
    openUpload: ({ id, category }) =>
      change({ tab: 'documents', section: category, type: String(id) }, { push: true }),
    openDecisions: () => change({ tab: 'profile', section: 'decisions', type: '' }, { push: true }),
    change,
  }
}
