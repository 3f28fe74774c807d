/**
 * A canary of the other organization stands in every table of both engines: tables are listed by the engines
 * themselves, so a table that is added later fails here until it has a canary, or a reason below.
 */
import { listPostgresTables, listTablesWithout, listWarehouseTablesWithRows } from '@kept/store/testing/list-tables.ts'
import { plantRows } from '@kept/store/testing/plant-rows.ts'
import { plantWarehouseRows } from '@kept/store/testing/plant-warehouse-rows.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plantEverywhere } from './testing/plant-everywhere.ts'
import { createTestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const canary = 'canary-crimson'

/** Tables whose rows belong to no organization. */
const outsideOrganizations: Record<string, string> = {
  account: 'credentials of a person, who may be in several organizations',
  billing_dunning_campaign: 'the operator decides it for all customers',
  billing_logo: 'the picture of the operator',
  billing_number_series: 'invoice numbers run through all customers',
  billing_rail_event: 'events of the payment provider, before they are matched with a customer',
  billing_rail_movement: 'bank movements of the operator',
  billing_reconciliation_difference: 'the operator compares the provider with the journal',
  billing_reconciliation_run: 'the operator compares the provider with the journal',
  billing_settings: 'settings of the operator',
  commission_settings: 'settings of the operator',
  data_version: 'counters without content',
  newsletter_subscriber: 'subscribers of the operator',
  organization: 'the organizations themselves: the name is searched for as the canary',
  passkey: 'credentials of a person',
  rate_limit: 'counters by hashed caller',
  recovery_code: 'credentials of a person',
  schema_migration: 'versions of the schema',
  server_process: 'processes of the installation',
  session: 'sessions of a person, in at most one organization at a time',
  status_day: 'availability of the installation',
  storage_measurement: 'sizes of the installation',
  two_factor: 'credentials of a person',
  users: 'persons, who may be in several organizations: the name is the canary',
  verification: 'email links of a person',
}

/** Tables with a planted row that holds ids, numbers, times, hashes or a fixed choice, and so no text. */
const withoutText = [
  'alert_delivery_event',
  'alert_rule_channel',
  'anomaly_settings',
  'audit_day',
  'audit_head',
  'audit_use_head',
  'billing_credit_use',
  'billing_journal_posting',
  'billing_statement',
  'budget_crossing',
  'demo_visit',
  'loop_detector_lease',
  'membership',
  'metric_anomaly_cursor',
  'scim_group_member',
  'security_score',
  'telemetry_batch',
]

/** Warehouse tables whose rows belong to no organization. */
const warehouseOutsideOrganizations: Record<string, string> = { schema_migration: 'versions of the schema' }

let kept: TestKept
let unplanted: { database: string[]; warehouse: string[] }
beforeAll(async () => {
  kept = await openKept()
  const admin = await createTestUser(kept, { name: canary, in: 'other', role: 'admin' })
  unplanted = await plantEverywhere(kept, { scope: kept.world.otherScope, admin, canary })
})
afterAll(() => kept.close())

const unownedNames = (tables: { name: string; isOwned: boolean }[]) =>
  tables.filter(({ isOwned }) => !isOwned).map(({ name }) => name)

describe('tables of Postgres', () => {
  it('have a row of the other organization, or a reason', async () => {
    expect(unplanted.database, 'add a row for these in testing/plant.ts or a shape in plant-shapes.ts').toEqual([])
    const tables = await listPostgresTables(kept.world.database)
    expect(tables.length).toBeGreaterThan(120)
    expect(unownedNames(tables)).toEqual(Object.keys(outsideOrganizations))
  })

  it('have the canary in that row, or no text', async () => {
    const { database, otherScope } = kept.world
    expect(await listTablesWithout(database, otherScope.organizationId, canary)).toEqual(withoutText)
  })

  it('fail when a new table has no canary', async () => {
    const { database, otherScope, openOwner } = kept.world
    const owner = await openOwner()
    try {
      await owner.query('CREATE TABLE forgotten_setting (id integer)')
      await owner.query(`CREATE TABLE forgotten_choice (organization_id uuid NOT NULL, choice integer NOT NULL,
        CHECK (choice > 7)); GRANT ALL ON forgotten_choice TO PUBLIC`)
      expect(unownedNames(await listPostgresTables(database))).toContain('forgotten_setting')
      expect(await plantRows(database, otherScope, canary)).toEqual([expect.stringMatching(/^forgotten_choice: /)])
    } finally {
      await owner.query('DROP TABLE IF EXISTS forgotten_setting, forgotten_choice')
      await owner.end()
    }
  })
})

describe('tables of the warehouse', () => {
  it('have a row of the other organization with the canary, or a reason', async () => {
    expect(
      unplanted.warehouse,
      'add a row for these in testing/plant.ts or a shape in plant-warehouse-shapes.ts',
    ).toEqual([])
    const tables = await listWarehouseTablesWithRows(kept.world.warehouse)
    expect(tables.length).toBeGreaterThan(12)
    expect(unownedNames(tables)).toEqual(Object.keys(warehouseOutsideOrganizations))
  })

  it('fail when a new table has no canary', async () => {
    const { warehouse, otherScope } = kept.world
    await warehouse.administerShards('CREATE TABLE forgotten_size (size UInt8) ENGINE = MergeTree ORDER BY size')
    await warehouse.administerShards(
      'CREATE TABLE forgotten_sum (organization_id UUID, size UInt8) ENGINE = MergeTree ORDER BY organization_id',
    )
    expect(unownedNames(await listWarehouseTablesWithRows(warehouse))).toContain('forgotten_size')
    expect(await plantWarehouseRows(warehouse, otherScope, canary)).toEqual([expect.stringMatching(/^forgotten_sum: /)])
  })
})
