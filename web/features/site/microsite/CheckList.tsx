import { Check } from 'lucide-react'
import type { ReactElement } from 'react'

/** Short lines, each with a tick. */
export function CheckList({ items }: { items: readonly string[] }): ReactElement {
  return (
    <ul className="flex flex-col gap-3">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes while it is shown
        <li key={index} className="flex gap-3">
          <Check aria-hidden className="mt-1 size-4.5 shrink-0 text-link" strokeWidth={2} />
          <span className="min-w-0">{item}</span>
        </li>
      ))}
    </ul>
  )
}
