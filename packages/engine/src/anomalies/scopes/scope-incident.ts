import type { Anomaly, ScopePart } from '@kept/domain/anomaly.ts'

/** An incident as the scopes' days show it, before its drivers are known. */
export type ScopeIncident = Pick<
  Anomaly,
  'currency' | 'direction' | 'severity' | 'first_day' | 'last_day' | 'expected' | 'actual' | 'projected_excess' | 'days'
> & { scope: ScopePart[]; status: 'open' | 'over' }
