/**
 * A resource whose further details may not be read is listed without them. In place of the attribute stands the
 * permission that is missing, so that what needs the attribute can name it.
 */
const prefix = 'denied:'

export function deniedAttribute(attribute: string): string {
  return `${prefix}${attribute}`
}
