/** What each figure counts, in one sentence: the same wherever it stands. */
export const definitions = {
  calls: 'Dials of campaigns, without test calls, by the day in Sydney on which they were made.',
  reached: 'Calls that a person answered.',
  connectionRate: 'Completed calls over all calls.',
  menuRate: 'Calls with a response over completed calls.',
  responseRate: 'Calls with a response over calls that have ended.',
  averageSeconds: 'From answer to end, over completed calls. The bar is full at five minutes.',
  meetings: 'Meetings made in the period that were not cancelled.',
  applications: 'Accreditation applications submitted in the period.',
  perMeeting: 'What vendors charged for the calls of the period, over its meetings.',
  funnel:
    'Brokers enrolled in the period, and how far each came. A meeting or application counts for the campaign whose call or page led to it.',
  hours:
    'Calls that a person answered, by hour at the broker’s place. The paler a number, the less it is certain.',
  difference:
    'The response rate beside that of all other rows together. Where the interval reaches over zero, chance alone would explain it.',
} as const
