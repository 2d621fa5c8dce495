import {
  countTasks,
  getTask,
  getTaskDigest,
  listTaskPeople,
  listTasks,
  setTaskDigest,
  updateTask,
} from '#contract/tasks.ts'
import { type AppRoute, route } from '#server/module.ts'
import { editRoute, lockRow } from '#server/modules/accounts/edit-route.ts'
import { changeDigest, readDigest } from './digest.ts'
import { viewCounts, viewTask, viewTasks } from './views.ts'
import { viewPeople, workOnTask } from './work.ts'

export const routes: AppRoute[] = [
  route(listTasks, async ({ ctx, query }) => viewTasks(ctx, query)),
  route(countTasks, async ({ ctx }) => viewCounts(ctx)),
  route(listTaskPeople, async ({ ctx, query }) => viewPeople(ctx, query.kind)),
  route(getTaskDigest, async ({ ctx }) => readDigest(ctx)),
  route(setTaskDigest, async ({ ctx, body }) => changeDigest(ctx, body.daily)),
  route(getTask, async ({ ctx, params }) => viewTask(ctx, params.id)),
  editRoute(updateTask, {
    lock: lockRow('tasks'),
    record: ({ ctx, params }) => viewTask(ctx, params.id),
    save: ({ ctx, params, body }) => workOnTask(ctx, params.id, body),
  }),
]
