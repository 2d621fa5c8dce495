import { ShieldCheck } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { lazyDialog } from '#web/ui/lazily.tsx'
import { useAccountArea } from './area.ts'

const SetUpDialog = lazyDialog(async () => (await import('./SetUpTwoFactor.tsx')).SetUpTwoFactor)
const StopDialog = lazyDialog(async () => (await import('./StopTwoFactor.tsx')).StopTwoFactor)

/** Turns the second sign-in step on or off. */
export function TwoFactor({ isOn }: { isOn: boolean }): ReactElement {
  const { protects, size } = useAccountArea()
  const [open, setOpen] = useState<'start' | 'stop' | null>(null)
  const close = (): void => setOpen(null)
  return (
    <Panel title="Two-factor sign-in" actions={isOn ? <Badge tone="green">On</Badge> : <Badge>Off</Badge>}>
      <div className="flex flex-col items-start gap-3">
        <p className="text-ink-soft">
          {isOn
            ? 'After your password, we ask for a code from your authenticator app.'
            : `Protect ${protects} with a code from an authenticator app, entered after your password.`}
        </p>
        {isOn ? (
          <Button size={size} onClick={() => setOpen('stop')}>
            Turn off two-factor
          </Button>
        ) : (
          <Button size={size} icon={ShieldCheck} onClick={() => setOpen('start')}>
            Turn on two-factor
          </Button>
        )}
      </div>
      {open === 'start' && <SetUpDialog onClose={close} />}
      {open === 'stop' && <StopDialog onClose={close} />}
    </Panel>
  )
}
