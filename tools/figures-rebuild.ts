// Counts the figures of every closed day again, also while Brokerline is running: `npm run figures:rebuild`.
import { countFigures } from '#server/modules/figures/count-figures.ts'
import { reopenDays } from '#server/modules/figures/figures.store.ts'
import { startLine } from '../server/config.ts'
import { withOwnApp } from './own-app.ts'

withOwnApp('figures:rebuild', async (ctx) => {
  await reopenDays(ctx)
  await countFigures(ctx)
  console.log('The figures of all closed days are counted again, or will be by the workers within seconds.')
}).catch((error: unknown) => {
  console.error(startLine(error))
  process.exitCode = 1
})
