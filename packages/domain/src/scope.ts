/** Whose rows: no query is written without one. Made at the door from the session, never from user input. */
export interface Scope {
  readonly organizationId: string
}
