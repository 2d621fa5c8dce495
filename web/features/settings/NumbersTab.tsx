import { type ReactElement, useId } from 'react'
import { systemInfo } from '#contract/system.ts'
import { useRead } from '#web/api/use-read.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { isConfigured } from './service-words.ts'

const providers = [
  {
    name: 'Twilio',
    title: 'Twilio numbers',
    action: 'Buy Number',
    hint: 'Twilio not configured. Check your API keys.',
    help: 'Numbers of the telephony provider, used to call and to send SMS.',
  },
  {
    name: 'Vapi',
    title: 'Vapi numbers',
    action: 'Create Number',
    hint: 'Vapi not configured. Check your API key.',
    help: 'Numbers of the voice AI provider, used for conversations.',
  },
] as const

/** Numbers of each provider; none can be bought before the provider is configured. */
export function NumbersTab(): ReactElement {
  const { data } = useRead(systemInfo)
  return (
    <div className="grid items-start gap-4 *:min-w-0 lg:grid-cols-2">
      {providers.map((provider) => (
        <ProviderNumbers
          key={provider.name}
          provider={provider}
          configured={isConfigured(data?.services, provider.name)}
        />
      ))}
    </div>
  )
}

interface ProviderNumbersProps {
  provider: (typeof providers)[number]
  configured: boolean
}

function ProviderNumbers({ provider, configured }: ProviderNumbersProps): ReactElement {
  const hintId = useId()
  const reason = configured
    ? `Numbers are managed in the console of ${provider.name} in this version.`
    : provider.hint
  return (
    <Panel title={provider.title}>
      <p className="text-ink-soft">{provider.help}</p>
      <div className="mt-4 grid grid-cols-[1fr_auto] items-end gap-2">
        <TextField label="Area code" disabled placeholder="e.g. 02" aria-describedby={hintId} />
        <Button className="max-md:h-11" disabledReason={reason}>
          {provider.action}
        </Button>
      </div>
      <p id={hintId} className="mt-2 text-amber-ink">
        {reason}
      </p>
    </Panel>
  )
}
