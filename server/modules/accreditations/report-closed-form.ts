import type { Ctx } from '#server/ctx.ts'
import { isMatterOpen } from '#server/modules/messages/open-matters.views.ts'
import { reportToStaff } from '#server/modules/messages/report-to-staff.ts'

const matter = { kind: 'papers_missing', key: 'form' } as const

/** Reports that an applicant could not submit the form: one task and one mail until the links are added. */
export async function reportClosedForm(ctx: Ctx): Promise<void> {
  await ctx.tx(async (tx) => {
    // applicants who submit at the same time wait here, so that only the first one is reported
    await tx.db.selectFrom('organisation').select('id').forUpdate().execute()
    if (await isMatterOpen(tx, matter)) return
    await reportToStaff(tx, {
      ...{ ...matter, name: 'Accreditation form', occasion: tx.now().toISOString() },
      title: 'An accreditation application could not be submitted',
      details:
        'An applicant could not submit the accreditation form, because the terms and conditions and the privacy policy are not both linked. Add the links in Settings, System, Organisation.',
      screen: { path: '/settings?tab=system#organisation', label: 'Open the settings' },
    })
  })
}
