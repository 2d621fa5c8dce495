import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useEffect, useId, useState } from 'react'
import { listBrokers } from '#contract/brokers/brokers.ts'
import { useRead } from '#web/api/use-read.ts'
import { cx } from '#web/ui/cx.ts'
import { Field, type FieldProps } from '#web/ui/Field.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Input } from '#web/ui/TextField.tsx'
import { type Matches, takenByEnter } from './broker-matches.ts'

export interface PickedBroker {
  id: number
  name: string
  company: string | null
}

interface BrokerPickerProps extends Pick<FieldProps, 'label' | 'help' | 'error' | 'required'> {
  value: PickedBroker | null
  onChange: (broker: PickedBroker | null) => void
}

const SHOWN = 6
const PAUSE_MS = 200

/** Picks one broker by search: arrow keys move, Enter chooses, Escape closes. */
export function BrokerPicker({ value, onChange, ...look }: BrokerPickerProps): ReactElement {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const listId = useId()
  const matches = useFound(isOpen ? text : '')
  const { brokers, isSearching } = matches
  const choose = (broker: PickedBroker | undefined): void => {
    if (!broker) return
    onChange(broker)
    setText('')
    setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (brokers.length > 0) setActive((active + step + brokers.length) % brokers.length)
    } else if (event.key === 'Enter' && isOpen && text.trim()) {
      event.preventDefault()
      choose(takenByEnter(matches, active))
    } else if (event.key === 'Escape' && isOpen && text) {
      // closes the list, not the dialog around it
      event.stopPropagation()
      setOpen(false)
    }
  }
  if (value) return <Picked look={look} broker={value} onClear={() => onChange(null)} />
  const hasList = isOpen && text.trim() !== ''
  return (
    <Field {...look}>
      {(aria) => (
        <span className="relative">
          <Input
            {...aria}
            role="combobox"
            aria-expanded={hasList}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={hasList && brokers[active] ? `${listId}-${active}` : undefined}
            autoComplete="off"
            placeholder="Search by name, company or number"
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setActive(0)
              setOpen(true)
            }}
            onKeyDown={onKeyDown}
            onBlur={() => setOpen(false)}
          />
          <ul
            id={listId}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the list of a combobox
            role="listbox"
            aria-label={`${look.label}: matches`}
            hidden={!hasList}
            className="absolute inset-x-0 top-full z-20 mt-1 overflow-hidden rounded-lg border border-line bg-float p-1 shadow-float"
          >
            {brokers.map((broker, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus
              // biome-ignore lint/a11y/useFocusableInteractive: as above
              <li
                key={broker.id}
                id={`${listId}-${index}`}
                // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an option of the list
                role="option"
                aria-selected={index === active}
                // the field keeps the focus
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(broker)}
                className={cx(
                  'flex min-h-8 cursor-pointer items-baseline justify-between gap-3 rounded-md px-2 py-1.5 max-md:min-h-11 max-md:items-center',
                  index === active && 'bg-selected',
                )}
              >
                <span className="truncate">{broker.name}</span>
                <span className="max-w-[50%] truncate text-xs text-ink-soft">{broker.company}</span>
              </li>
            ))}
            {brokers.length === 0 && (
              <li role="presentation" className="px-2 py-1.5 text-ink-soft">
                {isSearching ? 'Searching...' : 'No brokers found'}
              </li>
            )}
          </ul>
          <span role="status" className="sr-only">
            {hasList && !isSearching ? `${brokers.length} brokers found` : ''}
          </span>
        </span>
      )}
    </Field>
  )
}

interface PickedProps {
  look: Pick<FieldProps, 'label' | 'help' | 'error' | 'required'>
  broker: PickedBroker
  onClear: () => void
}

function Picked({ look, broker, onClear }: PickedProps): ReactElement {
  const text = [broker.name, broker.company].filter(Boolean).join(', ')
  return (
    <Field {...look}>
      {(aria) => (
        <span className="relative flex items-center">
          <Input {...aria} readOnly value={text} className="pr-10" />
          <span className="absolute right-0">
            <IconButton label={`Clear ${look.label.toLowerCase()}`} icon={X} onClick={onClear} />
          </span>
        </span>
      )}
    </Field>
  )
}

/** Brokers that match the typed text; searches when typing pauses. */
function useFound(text: string): Matches<PickedBroker> {
  const q = text.trim()
  const [paused, setPaused] = useState(q)
  useEffect(() => {
    const timer = window.setTimeout(() => setPaused(q), PAUSE_MS)
    return () => window.clearTimeout(timer)
  }, [q])
  const found = useRead(
    listBrokers,
    { query: { q: paused, limit: SHOWN } },
    { enabled: paused !== '', keep: true },
  )
  const isSearching = q !== '' && (paused !== q || found.isFetching)
  const isBehind = paused !== q || found.isPlaceholderData
  return { brokers: q === '' ? [] : (found.data ?? []), isSearching, isBehind }
}
