import { useEffect, useRef } from 'react'

/** Radix reports a pressed tab twice: when it is pressed, and when it gets the focus. Only the first report is passed on. */
export function useTabChoice(value: string, onChange: (value: string) => void): (value: string) => void {
  const chosen = useRef(value)
  useEffect(() => {
    chosen.current = value
  })
  return (next) => {
    if (next === chosen.current) return
    chosen.current = next
    onChange(next)
  }
}
