/** Billing: accounts, invoices from signed statements, credits, payments and the journal. */
import type { DatabaseMigration } from '../migration.ts'
import { accountTables } from './billing/accounts.ts'
import { documentTables } from './billing/documents.ts'
import { moneyTables } from './billing/money.ts'

export const billing: DatabaseMigration = {
  name: '0003-billing',
  statements: [accountTables, documentTables, moneyTables].flat(),
}
