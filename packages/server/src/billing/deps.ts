import type { Services } from '../platform/context.ts'

export type BillingDeps = Pick<Services, 'state' | 'log' | 'now'>
