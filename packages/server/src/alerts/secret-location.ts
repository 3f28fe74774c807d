import type { SecretLocation } from '../platform/secrets.ts'

/** The context a channel's secret is sealed to. It can't be opened in another one. */
export function secretPlace(organization: string, row: string): SecretLocation {
  return { organization, table: 'alert_channel', row, column: 'secret' }
}
