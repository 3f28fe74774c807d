/** A database of the first release with audit events: the migration chains them as new events are chained. */
import { randomUUID } from 'node:crypto'
import { emptyChain, firstBreak } from '@kept/foundation/hash/chain.ts'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { readAuditEvents } from '../../audit/read.ts'
import { noteAudit } from '../../audit/record.ts'
import { sha256 } from '../../audit/sha256.ts'
import { credentialsFor } from '../access.ts'
import { connectDatabase } from '../connect.ts'
import { prepareDatabase } from '../open-embedded.ts'
import { applicationRole, ownerRole } from '../roles.ts'
import { baseline } from './0001-baseline.ts'

it('chains the events that exist', async () => {
  const access = inject('databaseAccess')
  const name = `migrated_${randomUUID().replaceAll('-', '')}`
  const owner = credentialsFor(access, ownerRole)
  const administer = async (database: string, work: (client: pg.Client) => Promise<unknown>) => {
    const client = new pg.Client({ ...owner, database })
    await client.connect()
    await work(client).finally(() => client.end())
  }
  await administer('postgres', (client) => client.query(`CREATE DATABASE ${name}`))
  const organizations = [randomUUID(), randomUUID()]
  const details = { text: 'a "quoted" \u0001 \u20ac \u{1f600}', b: [1, 1.5, null, true, { 10: 'x', 9: 'y' }], a: {} }
  await administer(name, async (client) => {
    await client.query(
      'CREATE TABLE schema_migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    for (const statement of baseline.statements) await client.query(statement)
    await client.query('INSERT INTO schema_migration (name) VALUES ($1)', [baseline.name])
    for (const [index, id] of organizations.entries()) {
      await client.query(`INSERT INTO organization (id, slug, name) VALUES ($1, $2, 'X')`, [id, `o${index}`])
      await client.query('INSERT INTO audit_head (organization_id, seq) VALUES ($1, 3)', [id])
      for (let seq = 1; seq <= 3; seq += 1)
        await client.query(
          `INSERT INTO audit_event (organization_id, seq, action, actor_kind, actor_id, actor_name, target_id, summary, ip, details, created_at)
           VALUES ($1, $2, 'api_key.created', 'person', 'p', 'Ann', 'k', 'The API key "ci" was created.', '192.0.2.1', $3, $4)`,
          [id, seq, JSON.stringify(details), new Date(Date.UTC(2026, 0, seq, 1, 2, 3, 45))],
        )
    }
  })
  await prepareDatabase(access, name)
  const database = connectDatabase({ ...credentialsFor(access, applicationRole), database: name, max: 2 })
  try {
    for (const organizationId of organizations) {
      const scope = { organizationId }
      const actor = { kind: 'system', id: null, name: 'Kept' } as const
      await noteAudit(database, scope, { action: 'upload.created', actor, summary: 'New.', at: new Date() })
      const events = await readAuditEvents(database, scope, { after: 0, limit: 10 })
      expect(events).toHaveLength(4)
      expect(events[0]).toMatchObject({ resource_type: 'api_key', resource_id: 'k', resource_name: 'ci', details })
      expect(firstBreak(events, emptyChain, sha256)).toBeNull()
    }
  } finally {
    await database.close()
    await administer('postgres', (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
  }
})
