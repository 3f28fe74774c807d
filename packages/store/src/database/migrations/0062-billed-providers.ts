/** Each page of an inventory asks which providers are on bills, in their spelling. */
import type { DatabaseMigration } from '../migration.ts'

export const billedProviders: DatabaseMigration = {
  name: '0062-billed-providers',
  statements: ['CREATE INDEX resource_billed_provider ON resource (organization_id, provider) WHERE in_bill'],
}
