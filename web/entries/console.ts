import '#web/ui/base.css'
import '#contract/texts.ts'
import '#web/lib/zod-config.ts'
import { makeQueryClient } from '#web/api/query-client.ts'
import { readSessionAhead } from '#web/api/session.ts'
import { registerServiceWorker } from '#web/lib/service-worker.ts'
import { makeConsoleRouter } from '#web/routes/console.tsx'
import { mount } from './mount.tsx'

const client = makeQueryClient()
readSessionAhead(client)
mount(client, makeConsoleRouter())

if (import.meta.env.PROD) registerServiceWorker('refresh-shell')
