import * as contract from '#contract/messages/verification.ts'
import { type AppRoute, route } from '#server/module.ts'
import { sendPublishedKey, sendPublishedNumbers } from './published-numbers.reply.ts'
import { sendReported, sendVerified, sendVerifyPage } from './verify-page.reply.ts'

export const verificationRoutes: AppRoute[] = [
  route(contract.verifyPage, async ({ ctx, reply }) => sendVerifyPage(ctx, reply)),
  route(contract.verifyContact, async ({ ctx, request, reply }) => sendVerified(ctx, request, reply)),
  route(contract.reportContact, async ({ ctx, request, reply }) => sendReported(ctx, request, reply)),
  route(contract.reportPage, async ({ ctx, reply }) => sendVerifyPage(ctx, reply)),
  route(contract.publishedNumbers, async ({ ctx, reply }) => sendPublishedNumbers(ctx, reply)),
  route(contract.publishedKey, async ({ ctx, reply }) => sendPublishedKey(ctx, reply)),
]
