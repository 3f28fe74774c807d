import type { Place } from '../platform/secrets.ts'

/** Where a channel's secret is sealed to: moved elsewhere it does not open. */
export function secretPlace(organization: string, row: string): Place {
  return { organization, table: 'alert_channel', row, column: 'secret' }
}
