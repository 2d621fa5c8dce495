import type { ReactElement } from 'react'
import { useDemo } from '#web/features/sign-in/use-demo.ts'

/** Without a mail server no email arrives: links to the place where the demo stores them. */
export function DemoMailHint(): ReactElement | null {
  const demo = useDemo()
  if (!demo) return null
  return (
    <p className="text-xs">
      In this demo, emails stay in{' '}
      <a href="/settings?tab=services&part=messages" className="font-medium underline underline-offset-2">
        Settings → Services → Messages
      </a>
      .
    </p>
  )
}
