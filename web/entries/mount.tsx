import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentProps, StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { watchInputMode } from '#web/lib/input-mode.ts'
import { Hosts } from '#web/ui/Hosts.tsx'
import { TooltipProvider } from '#web/ui/Tooltip.tsx'

/** Starts the console or the portal in the `#root` of its page. */
export function mount(client: QueryClient, router: ComponentProps<typeof RouterProvider>['router']): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  watchInputMode()
  // a transition renders in short steps, between which the browser can handle a tap
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={client}>
          <TooltipProvider>
            <RouterProvider router={router} />
            <Hosts />
          </TooltipProvider>
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}
