import '#web/ui/portal.css'
import '#contract/texts.ts'
import '#web/lib/zod-config.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { installBrokerToken, makePortalClient } from '#web/api/portal-session.ts'
import { watchInputMode } from '#web/lib/input-mode.ts'
import { makePortalRouter } from '#web/routes/portal.tsx'
import { Hosts } from '#web/ui/Hosts.tsx'
import { TooltipProvider } from '#web/ui/Tooltip.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('portal.html has no #root')
const client = makePortalClient()
installBrokerToken(client)

watchInputMode()
// in parts, between which the browser answers
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <TooltipProvider>
          <RouterProvider router={makePortalRouter()} />
          <Hosts />
        </TooltipProvider>
      </QueryClientProvider>
    </StrictMode>,
  ),
)
