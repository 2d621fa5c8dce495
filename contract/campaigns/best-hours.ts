import { z } from 'zod'
import { regions } from '#contract/brokers/brokers.ts'
import { endpoint } from '#contract/endpoint.ts'
import { idParams } from '#contract/ids.ts'

const count = z.number()

const arm = z.object({
  brokers: count,
  /** Of these: still to be called for the first time. */
  waiting: count,
  /** First calls since the assignment that have ended. */
  called: count,
  /** Of these: a person answered. */
  answered: count,
  /** Answered of called, in percent, one decimal; null without calls. */
  rate: count.nullable(),
})

export const campaignBestHours = endpoint('GET /api/campaigns/:id/best-hours', {
  tag: 'Campaigns',
  summary:
    'The hours that a campaign prefers, by region and kind of number, and how many brokers answered beside those called as without',
  access: 'admin_area.read',
  params: idParams,
  returns: z.object({
    preferBestHours: z.boolean(),
    /** Per cent of its enrolments that are called as without, to compare. */
    controlPercent: count,
    /** Days of calls that are counted, today included. */
    days: count,
    /** Where its brokers are: those enrolled, or those it would call. */
    groups: z.array(
      z.object({
        /** null: the state is missing. */
        region: z.enum(regions).nullable(),
        line: z.enum(['mobile', 'fixed']),
        brokers: count,
        /** 'NSW mobiles' */
        name: z.string(),
        /** 'Tue to Thu, 10 am to noon'; null where no hour is preferred. */
        hours: z.string().nullable(),
        /** The evidence for these hours, or why no hour is preferred, in a sentence or two. */
        evidence: z.string(),
      }),
    ),
    /** null: no broker has been assigned by chance so far. */
    effect: z
      .object({
        preferred: arm,
        any: arm,
        /**
         * Points of a hundred, preferred less any, with the 95% interval; null where no difference can be estimated.
         */
        difference: count.nullable(),
        low: count.nullable(),
        high: count.nullable(),
        verdict: z.enum(['too_few', 'no_difference', 'more', 'less']),
        sentence: z.string(),
      })
      .nullable(),
  }),
})
