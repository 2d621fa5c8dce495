/** Content of the mails about a meeting. */
export type BookingMail = {
  name: string
  bdmName: string
  /** e.g. 'Tue 24 Nov 2026, 10:00 am to 11:00 am AEDT'. */
  when: string
  /** The time that was agreed in the call, where it differs, e.g. '2 pm'; null: the same time, or no call. */
  changedFrom: string | null
  meetingType: string
  attendees: string
  agenda: string | null
  videoLink: string | null
  manageUrl: string
}
