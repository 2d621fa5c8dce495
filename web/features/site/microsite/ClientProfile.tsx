import type { ReactElement } from 'react'
import type { MicrositeContent } from '#contract/microsites/microsites.ts'
import { Container } from '../ui/Container.tsx'
import { CheckList } from './CheckList.tsx'
import { SectionHeading } from './SectionHeading.tsx'

interface Group {
  title: string
  items: string[]
}

function groupsOf(content: MicrositeContent): Group[] {
  const { perfectFor1, perfectFor2, perfectFor3, perfectFor4 } = content
  const { loanAmount1, loanAmount2, loanAmount3, loanAmount4 } = content
  return [
    { title: content.perfectForTitle, items: [perfectFor1, perfectFor2, perfectFor3, perfectFor4] },
    { title: content.loanAmountsTitle, items: [loanAmount1, loanAmount2, loanAmount3, loanAmount4] },
  ]
    .map(({ title, items }) => ({ title, items: items.filter(Boolean) }))
    .filter(({ items }) => items.length > 0)
}

/** The ideal client and loan amounts. */
export function ClientProfile({ content }: { content: MicrositeContent }): ReactElement | null {
  const groups = groupsOf(content)
  if (groups.length === 0) return null
  const { idealClientTitle } = content
  return (
    <section
      aria-labelledby={idealClientTitle ? 'ideal-client-title' : undefined}
      className="border-t border-line bg-surface py-14 sm:py-20"
    >
      <Container>
        <SectionHeading id="ideal-client-title" title={idealClientTitle} />
        <div className="grid gap-10 md:grid-cols-2 md:gap-16">
          {groups.map(({ title, items }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two fixed places
            <div key={index} className="border-t-2 border-primary pt-5">
              {title && <h3 className="mb-4 font-semibold">{title}</h3>}
              <CheckList items={items} />
            </div>
          ))}
        </div>
      </Container>
    </section>
  )
}
