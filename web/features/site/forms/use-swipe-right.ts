import { type PointerEvent, useState } from 'react'

/** So far to the right a thing must be drawn to go away, in pixels. */
const THRESHOLD = 50

interface Swipe {
  /** How far it is drawn now. */
  by: number
  handlers: {
    onPointerDown: (event: PointerEvent) => void
    onPointerMove: (event: PointerEvent) => void
    onPointerUp: () => void
    onPointerCancel: () => void
  }
}

/** Drawing to the right, by finger or mouse; `onSwiped` once it was far enough. */
export function useSwipeRight(onSwiped: () => void): Swipe {
  const [from, setFrom] = useState<number | null>(null)
  const [by, setBy] = useState(0)
  const end = (): void => {
    setFrom(null)
    setBy(0)
  }
  return {
    by,
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0 || (event.target as Element).closest('button')) return // an event's target is an element
        event.currentTarget.setPointerCapture(event.pointerId)
        setFrom(event.clientX)
      },
      onPointerMove: (event) => {
        if (from !== null) setBy(Math.max(0, event.clientX - from))
      },
      onPointerUp: () => {
        if (by >= THRESHOLD) onSwiped()
        end()
      },
      onPointerCancel: end,
    },
  }
}
