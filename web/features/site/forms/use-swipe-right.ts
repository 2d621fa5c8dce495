import { type PointerEvent, useState } from 'react'

/** Distance in pixels to the right that dismisses an element. */
const THRESHOLD = 50

interface Swipe {
  /** Present distance in pixels. */
  by: number
  handlers: {
    onPointerDown: (event: PointerEvent) => void
    onPointerMove: (event: PointerEvent) => void
    onPointerUp: () => void
    onPointerCancel: () => void
  }
}

/** Swiping to the right, by finger or mouse; `onSwiped` beyond the threshold. */
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
