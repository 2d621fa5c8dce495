/** Chooses a place where a toast covers no control. Pure: rectangles in, a place out. */

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** In the order in which they are tried. */
export const toastPlaces = ['bottom-right', 'bottom-left', 'bottom', 'top'] as const
export type ToastPlace = (typeof toastPlaces)[number]

interface Room {
  /** Of the window, without the bars at its edges. */
  free: Box
  width: number
  height: number
}

export function boxOf(place: ToastPlace, { free, width, height }: Room): Box {
  const middle = (free.left + free.right - width) / 2
  const left = place === 'bottom-right' ? free.right - width : place === 'bottom-left' ? free.left : middle
  const top = place === 'top' ? free.top : free.bottom - height
  return { left, top, right: left + width, bottom: top + height }
}

/** The area that two boxes share, in square pixels. */
function shared(a: Box, b: Box): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return across > 0 && down > 0 ? across * down : 0
}

export const coversNone = (box: Box, others: readonly Box[]): boolean =>
  others.every((other) => shared(box, other) === 0)

/** The first place that covers none of these, else the one that covers least of them. */
export function placeOf(room: Room, pressable: readonly Box[]): ToastPlace {
  const covered = toastPlaces.map((place) => {
    const box = boxOf(place, room)
    return { place, area: pressable.reduce((sum, each) => sum + shared(box, each), 0) }
  })
  const least = Math.min(...covered.map(({ area }) => area))
  return covered.find(({ area }) => area === least)?.place ?? 'bottom-right'
}
