import { exportSeals, sealState } from '#contract/surveillance/seals.ts'
import { type AppModule, route } from '#server/module.ts'
import { jobs } from './jobs.ts'
import { onAuditRedacted, onBrokerDeleting, onBrokerErasing } from './listeners.ts'
import { sendSeals } from './seal-export.reply.ts'
import { createSealing } from './sealing.worker.ts'
import { viewSealState } from './views.ts'
import { createWitnessing } from './witnessing.worker.ts'

/** Salted hashes of rows that are proof, in a transparency log that others can verify. */
export const sealsModule: AppModule = {
  name: 'seals',
  routes: [
    route(sealState, async ({ ctx }) => viewSealState(ctx)),
    route(exportSeals, async ({ ctx, query, reply }) => sendSeals(ctx, query, reply)),
  ],
  jobs,
  listeners: {
    'broker.erasing': onBrokerErasing,
    'broker.deleting': onBrokerDeleting,
    'audit.redacted': onAuditRedacted,
  },
  workers: [createSealing, createWitnessing],
}
