import type { Database } from '@kept/store/database/connect.ts'
import type { Services } from '../platform/context.ts'

/** For what reads the bill too. */
export type AlertDeps = Pick<Services, 'state' | 'log' | 'now'>

export interface BillingDeps extends Pick<Services, 'log' | 'now'> {
  state: { database: Database }
}
