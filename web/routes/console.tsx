import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { ConsoleLayout } from '#web/features/shell/ConsoleLayout.tsx'
import { NotFoundPage } from '#web/features/shell/NotFoundPage.tsx'
import { RouteErrorPage } from '#web/features/shell/RouteErrorPage.tsx'
import { Waiting } from '#web/features/shell/Waiting.tsx'
import { settingsPart } from './paths.ts'
import { screen } from './screen.ts'

/**
 * Every screen of the console. To add one, with `screen` of screen.ts:
 * `screen('/campaigns', async () => (await import('#web/features/campaigns/CampaignsPage.tsx')).CampaignsPage)`
 */
const screens: RouteObject[] = [
  screen('/dashboard', async () => (await import('#web/features/dashboard/DashboardPage.tsx')).DashboardPage),
  screen('/campaigns', async () => (await import('#web/features/campaigns/CampaignsPage.tsx')).CampaignsPage),
  screen(
    '/campaigns/:id',
    async () => (await import('#web/features/campaigns/CampaignPage.tsx')).CampaignPage,
  ),
  screen(
    '/campaigns/new',
    async () => (await import('#web/features/campaigns/editor/NewCampaignPage.tsx')).NewCampaignPage,
  ),
  screen(
    '/campaigns/:id/edit',
    async () => (await import('#web/features/campaigns/editor/EditCampaignPage.tsx')).EditCampaignPage,
  ),
  screen('/analytics', async () => (await import('#web/features/analytics/AnalyticsPage.tsx')).AnalyticsPage),
  screen('/tasks', async () => (await import('#web/features/tasks/TasksPage.tsx')).TasksPage),
  screen(
    '/tasks/:id/call',
    async () => (await import('#web/features/tasks/call-back/CallBackPage.tsx')).CallBackPage,
  ),
  screen('/brokers', async () => (await import('#web/features/brokers/BrokersPage.tsx')).BrokersPage),
  screen('/brokers/import', async () => (await import('#web/features/imports/ImportPage.tsx')).ImportPage),
  screen(
    '/brokers/suppressions',
    async () => (await import('#web/features/suppressions/SuppressionsPage.tsx')).SuppressionsPage,
  ),
  screen(
    '/brokers/applications',
    async () => (await import('#web/features/applications/ApplicationsPage.tsx')).ApplicationsPage,
  ),
  screen(
    '/brokers/audiences',
    async () => (await import('#web/features/audiences/AudiencesPage.tsx')).AudiencesPage,
  ),
  screen(
    '/brokers/:id',
    async () => (await import('#web/features/brokers/details/BrokerPage.tsx')).BrokerPage,
  ),
  screen(
    '/brokers/documents',
    async () => (await import('#web/features/documents/DocumentsPage.tsx')).DocumentsPage,
  ),
  screen(
    '/microsites',
    async () => (await import('#web/features/microsites/MicrositesPage.tsx')).MicrositesPage,
  ),
  screen(
    '/microsites/new',
    async () => (await import('#web/features/microsites/editor/NewMicrositePage.tsx')).NewMicrositePage,
  ),
  screen(
    '/microsites/:id/edit',
    async () => (await import('#web/features/microsites/editor/EditMicrositePage.tsx')).EditMicrositePage,
  ),
  screen(
    '/microsites/visits',
    async () => (await import('#web/features/microsites/VisitsPage.tsx')).VisitsPage,
  ),
  screen('/bookings', async () => (await import('#web/features/bookings/BookingsPage.tsx')).BookingsPage),
  screen('/bookings/brief', async () => (await import('#web/features/bookings/BriefPage.tsx')).BriefPage),
  screen(
    '/surveillance',
    async () => (await import('#web/features/surveillance/SurveillancePage.tsx')).SurveillancePage,
  ),
  screen(
    '/surveillance/decisions',
    async () =>
      (await import('#web/features/surveillance/AutomatedDecisionsPage.tsx')).AutomatedDecisionsPage,
  ),
  screen(
    '/surveillance/contests',
    async () => (await import('#web/features/cases/ContestsPage.tsx')).ContestsPage,
  ),
  screen(
    '/surveillance/complaints',
    async () => (await import('#web/features/cases/ComplaintsPage.tsx')).ComplaintsPage,
  ),
  screen(
    '/surveillance/rules',
    async () => (await import('#web/features/calling-rules/CallingRulesPage.tsx')).CallingRulesPage,
  ),
  screen('/scoring', async () => (await import('#web/features/scoring/ScoringPage.tsx')).ScoringPage),
  screen('/scoring/loans', async () => (await import('#web/features/scoring/LoansPage.tsx')).LoansPage),
  screen(
    '/scoring/scorecard',
    async () => (await import('#web/features/scoring/scorecard/ScorecardPage.tsx')).ScorecardPage,
  ),
  screen('/settings', async () => (await import('#web/features/settings/SettingsPage.tsx')).SettingsPage),
  { path: '/settings/data', element: <Navigate to={settingsPart.retention} replace /> },
  { path: '/team', element: <Navigate to={settingsPart.team} replace /> },
  screen(
    '/security',
    async () => (await import('#web/features/accounts/security/SecurityPage.tsx')).SecurityPage,
  ),
]

export function makeConsoleRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter([
    {
      Component: ConsoleLayout,
      ErrorBoundary: RouteErrorPage,
      children: [
        {
          ErrorBoundary: RouteErrorPage,
          // the frame is shown, and usable, before the first screen's code is loaded
          HydrateFallback: Waiting,
          children: [
            { index: true, element: <Navigate to="/dashboard" replace /> },
            ...screens,
            { path: '*', Component: NotFoundPage },
          ],
        },
      ],
    },
  ])
}
