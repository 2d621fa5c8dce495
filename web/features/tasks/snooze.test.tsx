import { QueryClientProvider, type QueryObserverOptions } from '@tanstack/react-query'
import { type ReactElement, Suspense } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { makeQueryClient } from '#web/api/query-client.ts'
import { BrokerTasks } from './BrokerTasks.tsx'
import { OpenTasksCount } from './OpenTasksCount.tsx'
import { SNOOZE_MS } from './snooze.ts'
import { TasksPage } from './TasksPage.tsx'

/** Poll interval in milliseconds of a screen's query of the tasks at this path. */
function intervalOf(path: string, screen: ReactElement): unknown {
  const client = makeQueryClient()
  // the table renders in browsers only; its query is created before
  const router = createMemoryRouter([{ path: '/', element: <Suspense>{screen}</Suspense> }])
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const query = client.getQueryCache().find({ queryKey: ['tasks', path], exact: false })
  const { refetchInterval } = (query?.options ?? {}) as QueryObserverOptions // made by an observer
  return typeof refetchInterval === 'function' && query ? refetchInterval(query as never) : refetchInterval
}

// Covers: waits-for-person-7
it.each([
  ['the list of tasks', '/api/tasks', <TasksPage key="page" />],
  ['the count of open tasks', '/api/tasks/count', <OpenTasksCount key="count" />],
  ['the tasks of a broker', '/api/tasks', <BrokerTasks key="broker" brokerId={1} />],
])('a task whose snooze has ended comes back into %s by itself', (_where, path, screen) => {
  expect(intervalOf(path, screen)).toBe(SNOOZE_MS)
})
