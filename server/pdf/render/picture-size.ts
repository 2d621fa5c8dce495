// Decides the size of a page's picture, for any declared page size.

export interface Size {
  width: number
  height: number
}

/** Pixels of one picture: a page of 1,200 by 1,700 is half of it. */
const MAX_PIXELS = 4_000_000
const MAX_SIDE = 8000

/**
 * The requested width if that makes a picture of reasonable size, less for very long or very wide pages.
 * @param page points (1/72 inch); any numbers, as the file has them
 */
export function pictureSize(page: Size, width: number): Size {
  const valid = (side: number): number => (Number.isFinite(side) && side > 0 ? side : 1)
  const [w, h] = [valid(page.width), valid(page.height)]
  const scale = Math.min(width / w, Math.sqrt(MAX_PIXELS / w / h), MAX_SIDE / w, MAX_SIDE / h)
  const side = (points: number): number => Math.min(MAX_SIDE, Math.max(1, Math.round(points * scale)))
  return { width: side(w), height: side(h) }
}

/** Why a document has no pictures. */
export type RenderFault = 'damaged' | 'no_pages' | 'too_large' | 'too_slow'

/** Sentences shown next to the document. */
export const renderFaultTexts: Record<RenderFault, string> = {
  damaged:
    'Its pages cannot be shown: the file is damaged. Download it to see whether another program opens it.',
  no_pages: 'This PDF has no pages.',
  too_large: 'Its pages need too much memory to be shown here. Download the file to look at it.',
  too_slow: 'Its pages take too long to be shown here. Download the file to look at it.',
}
