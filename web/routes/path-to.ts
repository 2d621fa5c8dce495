/** Where a record opens. */
export const pathTo = {
  campaign: (id: number): string => `/campaigns/${id}`,
  task: (id: number): string => `/tasks?state=all&assignee=anyone&task=${id}`,
  /** Where a person calls the broker of a task. */
  callBack: (id: number): string => `/tasks/${id}/call`,
  broker: (id: number): string => `/brokers/${id}`,
  call: (id: number): string => `/dashboard?call=${id}`,
  booking: (id: number): string => `/bookings?period=all&booking=${id}`,
  bdm: (id: number): string => `/bookings?tab=bdms&manager=${id}`,
  /** Of a BDM, for a day or for today. */
  brief: (bdmId: number, day?: string): string =>
    `/bookings/brief?bdm=${bdmId}${day === undefined ? '' : `&day=${day}`}`,
  application: (id: number): string => `/brokers/applications?status=all&application=${id}`,
  document: (id: number): string => `/brokers/documents?document=${id}`,
  contest: (id: number): string => `/surveillance/contests?contest=${id}`,
  complaint: (id: number): string => `/surveillance/complaints?complaint=${id}`,
  /** Of one microsite, or of all. */
  visits: (micrositeId?: number): string =>
    micrositeId === undefined ? '/microsites/visits' : `/microsites/visits?microsite=${micrositeId}`,
}
