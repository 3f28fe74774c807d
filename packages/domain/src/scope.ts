/** The organization whose rows a query may read; required by every query. From the session, never from user input. */
export interface Scope {
  readonly organizationId: string
}
