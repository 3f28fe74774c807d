import type { Database } from '@kept/store/database/connect.ts'
import type { Services } from '../platform/context.ts'

export interface BillingDeps extends Pick<Services, 'log' | 'now'> {
  state: { database: Database }
}
