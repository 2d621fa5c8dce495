import {
  changeTasks,
  countTaskKinds,
  countTasks,
  getTask,
  getTaskDigest,
  getTaskLoad,
  listTaskPeople,
  listTasks,
  logCall,
  setTaskDigest,
  updateTask,
} from '#contract/tasks/tasks.ts'
import { type AppRoute, route } from '#server/module.ts'
import { editRoute, lockRow } from '#server/modules/accounts/edit-route.ts'
import { changeManyTasks } from './change-tasks.ts'
import { changeDigest, readDigest } from './digest.ts'
import { logManualCall } from './log-call.ts'
import { viewPeople } from './people.views.ts'
import { viewCounts, viewKindCounts, viewLoad, viewTask, viewTasks } from './views.ts'
import { workOnTask } from './work.ts'

export const routes: AppRoute[] = [
  route(listTasks, async ({ ctx, query }) => viewTasks(ctx, query)),
  route(countTasks, async ({ ctx }) => viewCounts(ctx)),
  route(countTaskKinds, async ({ ctx, query }) => viewKindCounts(ctx, query)),
  route(getTaskLoad, async ({ ctx }) => viewLoad(ctx)),
  route(changeTasks, async ({ ctx, body }) => changeManyTasks(ctx, body)),
  route(listTaskPeople, async ({ ctx, query }) => viewPeople(ctx, query.kind)),
  route(getTaskDigest, async ({ ctx }) => readDigest(ctx)),
  route(setTaskDigest, async ({ ctx, body }) => changeDigest(ctx, body.daily)),
  route(getTask, async ({ ctx, params }) => viewTask(ctx, params.id)),
  route(logCall, async ({ ctx, params, body }) => {
    await logManualCall(ctx, params.id, body)
    return viewTask(ctx, params.id)
  }),
  editRoute(updateTask, {
    lock: lockRow('tasks'),
    record: ({ ctx, params }) => viewTask(ctx, params.id),
    save: ({ ctx, params, body }) => workOnTask(ctx, params.id, body),
  }),
]
