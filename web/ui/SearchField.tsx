import { Search, X } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { hearValue } from './search-echo.ts'
import { Input } from './TextField.tsx'

interface SearchFieldProps {
  /** 'Search brokers'. */
  label: string
  value: string
  /** Called 250 ms after the last key, and immediately on Enter or when cleared. */
  onChange: (value: string) => void
}

/** A search field for a list; keep its value in the URL. */
export function SearchField({ label, value, onChange }: SearchFieldProps): ReactElement {
  const [text, setText] = useState(value)
  const timer = useRef<number | undefined>(undefined)
  const awaited = useRef<readonly string[]>([])
  // the URL may change from outside: Back, or a cleared filter. The field's own value also returns by the URL, perhaps
  // after newer input
  useEffect(() => {
    const heard = hearValue(awaited.current, value)
    awaited.current = heard.awaited
    if (heard.isEcho) return
    window.clearTimeout(timer.current)
    setText(value)
  }, [value])
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const send = (next: string, delay: number): void => {
    setText(next)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      const sent = next.trim()
      awaited.current = [...awaited.current, sent]
      onChange(sent)
    }, delay)
  }
  return (
    <span className="relative flex w-full items-center md:w-64">
      <Search aria-hidden className="absolute left-2.5 size-4 text-ink-faint" strokeWidth={1.75} />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={200}
        className="pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden"
        onChange={(event) => send(event.target.value, 250)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send(text, 0)
          if (event.key === 'Escape' && text) send('', 0)
        }}
      />
      {text && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => send('', 0)}
          className="absolute right-1 flex size-6 items-center justify-center rounded text-ink-faint hover:text-ink max-md:size-9"
        >
          <X aria-hidden className="size-3.5" strokeWidth={2} />
        </button>
      )}
    </span>
  )
}
