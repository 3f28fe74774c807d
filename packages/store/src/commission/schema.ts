/** The tables of `database/baseline/commission.ts` as Kysely types. */
import type { CommissionRule } from '@kept/domain/commission.ts'
import type { CommissionTerms } from '@kept/domain/commission-terms.ts'
import type { ColumnType, Generated } from 'kysely'

export interface CommissionSchema {
  commission_settings: {
    version: number
    settings: ColumnType<CommissionTerms, string, never>
    valid_from: string
    changed_by: string
    changed_at: Date
  }
  commission_rule: {
    organization_id: string
    version: number
    rule: ColumnType<CommissionRule | null, string | null, never>
    tier: string
    valid_from: string
    note: Generated<string>
    changed_by: string
    changed_at: Date
  }
}
