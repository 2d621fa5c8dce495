import type { ReactElement } from 'react'
import { useDemo } from '#web/features/sign-in/use-demo.ts'

/** Without a mail server nothing arrives: the demo says where its mails are read. */
export function DemoMailHint(): ReactElement | null {
  const demo = useDemo()
  if (!demo) return null
  return (
    <p className="text-xs">
      In this demo mails wait in{' '}
      <a href="/settings?tab=services" className="font-medium underline underline-offset-2">
        Settings → Services
      </a>
      .
    </p>
  )
}
