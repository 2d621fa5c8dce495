import { createBrowserRouter, Navigate } from 'react-router'
import { PortalFrame } from '#web/features/portal/PortalFrame.tsx'
import { PortalPage } from '#web/features/portal/PortalPage.tsx'
import { RouteErrorPage } from '#web/features/shell/RouteErrorPage.tsx'
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
            // the server answers no other address with this page
            { path: '*', element: <Navigate to="/broker-portal" replace /> },
          ],
        },
      ],
    },
  ])
}
