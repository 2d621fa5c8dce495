/** What an installation needs to reach a service's calendars. */
export interface ServiceSettings {
  clientId: string
  clientSecret: string
  /** null: the service's own addresses. All requests go there. No trailing slash. */
  baseUrl: string | null
  /** The address is on this machine: a test double. */
  loopback: boolean
}

export interface MicrosoftSettings extends ServiceSettings {
  /** Of the directory whose accounts may connect: an id, a domain, or `organizations` for each of them. */
  tenant: string
}
