import '#web/ui/portal.css'
import '#contract/texts.ts'
import '#web/lib/zod-config.ts'
import { installBrokerToken, makePortalClient } from '#web/api/portal-session.ts'
import { registerServiceWorker } from '#web/lib/service-worker.ts'
import { makePortalRouter } from '#web/routes/portal.tsx'
import { mount } from './mount.tsx'

const client = makePortalClient()
installBrokerToken(client)
mount(client, makePortalRouter())

if (import.meta.env.PROD) registerServiceWorker('refresh-offline')
