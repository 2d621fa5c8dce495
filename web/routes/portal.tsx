import { createBrowserRouter } from 'react-router'
import { PortalPage } from '#web/features/portal/PortalPage.tsx'
import { RouteErrorPage } from '#web/features/shell/RouteErrorPage.tsx'
import { screen } from './screen.ts'

/** Every screen of the brokers' portal. */
export function makePortalRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter([
    {
      ErrorBoundary: RouteErrorPage,
      children: [screen('/broker-portal', async () => PortalPage), { path: '*', Component: PortalPage }],
    },
  ])
}
