import '#web/ui/base.css'
import '#contract/texts.ts'
import '#web/lib/zod-config.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { makeQueryClient } from '#web/api/query-client.ts'
import { readSessionAhead } from '#web/api/session.ts'
import { registerServiceWorker } from '#web/features/shell/service-worker.ts'
import { watchInputMode } from '#web/lib/input-mode.ts'
import { makeConsoleRouter } from '#web/routes/console.tsx'
import { Hosts } from '#web/ui/Hosts.tsx'
import { TooltipProvider } from '#web/ui/Tooltip.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

watchInputMode()
const client = makeQueryClient()
readSessionAhead(client)
// in parts, between which the browser answers
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <TooltipProvider>
          <RouterProvider router={makeConsoleRouter()} />
          <Hosts />
        </TooltipProvider>
      </QueryClientProvider>
    </StrictMode>,
  ),
)

if (import.meta.env.PROD) registerServiceWorker()
