/** The definition of each figure in one sentence, shared by all screens. */
export const definitions = {
  calls: 'Dials of campaigns, without test calls, by the day in Sydney on which they were made.',
  reached: 'Calls that a person answered.',
  responses: 'Calls in which one of the four options was chosen.',
  connectionRate: 'Completed calls over all calls.',
  menuRate: 'Calls with a response over completed calls.',
  responseRate: 'Calls with a response over calls that have ended.',
  averageSeconds: 'From answer to end, over completed calls. The bar is full at five minutes.',
  meetings:
    'Meetings booked in the period that were not cancelled. Each counts for the campaign whose call or page led to it.',
  applications:
    'Accreditation applications submitted in the period. Each counts for the campaign whose call or page led to it.',
  cost: 'What vendors charged for the calls of the period; below it, over its calls, its meetings, and the loans lodged in it by brokers who chose an option in a call of the 90 days before.',
  options: 'How many calls ended with each option, and its share of all calls with a response.',
  funnel:
    'Brokers dialled in the period. Each step counts those of the step before who took it later in the same period. After the choice there is a branch for each option; a broker who chose several is in several branches, and an opt-out also counts before the menu.',
  hours:
    'Calls that a person answered, by hour in the broker’s local time. The paler a number, the less certain it is.',
  difference:
    'The response rate compared with that of all other rows together. Where the interval includes zero, the difference may be chance.',
  activity:
    'The newest ten activities of the period. Of one campaign: what its calls led to. Of one region: of brokers who are there now.',
  visits: 'Visits of the microsites, one a visitor and hour, by the source that their link named.',
  attributed:
    'Meetings and applications count for the page that led to them, or else for the last link that their broker opened in the 30 days before.',
} as const
