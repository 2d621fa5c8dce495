import { QueryClientProvider } from '@tanstack/react-query'
import { prerender } from 'react-dom/static'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { StaffUser } from '#contract/accounts/accounts.ts'
import { ApiError } from '#web/api/api-error.ts'
import { makeQueryClient } from '#web/api/query-client.ts'
import { sessionKey } from '#web/api/session.ts'
import { ConsoleLayout } from './ConsoleLayout.tsx'

const user: StaffUser = {
  id: 7,
  email: 'mia.hart@example.com',
  firstName: 'Mia',
  lastName: 'Hart',
  profileImageUrl: null,
  role: 'admin',
  twoFactorEnabled: true,
  mustSetUpTwoFactor: false,
}

/** The console with a cached session, after a refetch of the session has failed. */
async function consoleAfterFailure(known: StaffUser | null): Promise<string> {
  const client = makeQueryClient()
  client.setQueryData(sessionKey, known)
  const error = new ApiError({ status: 503, code: 'unavailable', message: 'Try again shortly.' })
  await client
    .fetchQuery({ queryKey: sessionKey, queryFn: () => Promise.reject(error), staleTime: 0 })
    .catch(() => null)
  expect(client.getQueryState(sessionKey)).toMatchObject({ status: 'error', data: known })
  const children = [{ path: '/brokers', element: <p>Unsaved note</p> }]
  const router = createMemoryRouter([{ element: <ConsoleLayout />, children }], {
    initialEntries: ['/brokers'],
  })
  // waits for the layout's lazy imports, so that none is running when the test ends
  const { prelude } = await prerender(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return new Response(prelude).text()
}

describe('where asking again who is signed in fails', () => {
  // Covers: console-toasts-23
  it('the screen stays with what is typed in it', async () => {
    const markup = await consoleAfterFailure(user)
    expect(markup).toContain('Unsaved note')
    expect(markup).not.toContain('could not be opened')
  })
  // Covers: console-toasts-23
  it('the sign-in stays for somebody who is not', async () => {
    const markup = await consoleAfterFailure(null)
    expect(markup).not.toContain('Unsaved note')
    expect(markup).not.toContain('could not be opened')
  })
})
