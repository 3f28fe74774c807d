/** UUIDs as Postgres prints them, in either case. */
export const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** IDs come from URLs, bodies and other services: anything that is not a UUID belongs to nothing of ours. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}
