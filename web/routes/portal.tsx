import { createBrowserRouter } from 'react-router'
import { PortalFrame } from '#web/features/portal/PortalFrame.tsx'
import { PortalPage } from '#web/features/portal/PortalPage.tsx'
import { NotFoundPage } from '#web/features/shell/NotFoundPage.tsx'
import { RouteErrorPage } from '#web/features/shell/RouteErrorPage.tsx'
import { Waiting } from '#web/features/shell/Waiting.tsx'
import { screen } from './screen.ts'

/** Every screen of the brokers' portal. */
export function makePortalRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter([
    {
      Component: PortalFrame,
      ErrorBoundary: RouteErrorPage,
      children: [
        {
          ErrorBoundary: RouteErrorPage,
          // shown while the code of a page loads
          HydrateFallback: Waiting,
          children: [
            { path: '/broker-portal', Component: PortalPage },
            screen(
              '/broker-portal/verify',
              async () => (await import('#web/features/portal/sign-in/VerifyPage.tsx')).VerifyPage,
            ),
            screen(
              '/broker-portal/reset-password',
              async () =>
                (await import('#web/features/portal/sign-in/ResetPasswordPage.tsx')).ResetPasswordPage,
            ),
            {
              path: '*',
              element: (
                <main className="py-16">
                  <NotFoundPage
                    place="Broker Portal"
                    home={{ to: '/broker-portal', label: 'Go to the broker portal' }}
                  />
                </main>
              ),
            },
          ],
        },
      ],
    },
  ])
}
