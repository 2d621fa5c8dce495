import * as contract from '#contract/accreditations/accreditations.ts'
import * as staff from '#contract/accreditations/applications.ts'
import type { Ctx } from '#server/ctx.ts'
import { type AppRoute, route } from '#server/module.ts'
import { expectedVersion } from '#server/modules/accounts/edit-route.ts'
import { AppError } from '#server/platform/errors.ts'
import { sendApplicationFile } from './application-file.reply.ts'
import { sendForm, sendSavedForm, sendStatus, submittedBehind } from './application-pages.reply.ts'
import { viewApplication, viewApplications } from './applications.views.ts'
import { createDraft, editableBehind, LINK_GONE, removeDraftFile, saveDraft } from './drafts.ts'
import { contentOf, withForm } from './receive-form.ts'
import { claimApplication, reviewApplication, unassignApplication } from './review-application.ts'
import { submitApplication } from './submit-application.ts'
import { requireApplication, viewDraft, viewSubmission } from './views.ts'

const draftWith = async (ctx: Ctx, id: number) => viewDraft(ctx, await requireApplication(ctx, id))

export const routes: AppRoute[] = [
  route(contract.submitApplication, async ({ ctx, request, once }) =>
    withForm(ctx, request, (form) =>
      once(contentOf(form), async () => {
        const id = await submitApplication(ctx, form, expectedVersion(request.headers['if-match']))
        return viewSubmission(ctx, await requireApplication(ctx, id))
      }),
    ),
  ),
  route(contract.createDraft, async ({ ctx, request, once }) =>
    withForm(ctx, request, (form) =>
      once(contentOf(form), async () => draftWith(ctx, await createDraft(ctx, form))),
    ),
  ),
  route(contract.readDraft, async ({ ctx, params }) =>
    viewDraft(ctx, await editableBehind(ctx, params.token)),
  ),
  route(contract.saveDraft, async ({ ctx, params, request }) =>
    withForm(ctx, request, async (form) => {
      const expected = expectedVersion(request.headers['if-match'])
      return draftWith(ctx, await saveDraft(ctx, params.token, form, expected))
    }),
  ),
  route(contract.removeDraftFile, async ({ ctx, params }) =>
    draftWith(ctx, await removeDraftFile(ctx, params.token, params.kind)),
  ),
  route(contract.readSubmission, async ({ ctx, params }) => {
    const row = await submittedBehind(ctx, params.token)
    if (!row) throw new AppError('not_found', LINK_GONE)
    return viewSubmission(ctx, row)
  }),
  route(contract.accreditationPage, async ({ ctx, query, reply }) => sendForm(ctx, query, reply)),
  route(contract.resumePage, async ({ ctx, params, reply }) => sendSavedForm(ctx, params.token, reply)),
  route(contract.statusPage, async ({ ctx, params, reply }) => sendStatus(ctx, params.token, reply)),
  route(staff.listApplications, async ({ ctx, query }) => viewApplications(ctx, query)),
  route(staff.getApplication, async ({ ctx, params }) => viewApplication(ctx, params.id)),
  route(staff.claimApplication, async ({ ctx, params, body }) => {
    await (body.claim ? claimApplication(ctx, params.id) : unassignApplication(ctx, params.id))
    return viewApplication(ctx, params.id)
  }),
  route(staff.reviewApplication, async ({ ctx, params, body }) => {
    await reviewApplication(ctx, params.id, body)
    return viewApplication(ctx, params.id)
  }),
  route(staff.applicationFile, async ({ ctx, params, query, reply }) =>
    sendApplicationFile(ctx, params, query, reply),
  ),
]
