import type { AuditOutcome } from '@kept/domain/audit.ts'

export const outcomeLabels: Record<AuditOutcome, string> = { allowed: 'Allowed', denied: 'Denied', failed: 'Failed' }
