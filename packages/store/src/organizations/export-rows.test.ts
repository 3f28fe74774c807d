import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addNotification } from '../notifications/add.ts'
import { addEvidence } from '../security/evidence.ts'
import { openWorld, type World } from '../testing/world.ts'
import { type ExportedPart, exportDatabaseRows } from './export-rows.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** Evidence of one letter, which Postgres compresses to almost nothing; the ID of its row. */
async function upload(bytes: number): Promise<string> {
  const content = Buffer.alloc(bytes, 'a')
  const at = new Date()
  const { id } = await world.database.scoped(world.scope, (tx) =>
    addEvidence(tx, {
      ...{ framework: 'soc2', requirement: 'CC6.1', claim: 'met', name: 'a.txt', description: '' },
      ...{ media_type: 'text/plain', bytes, sha256: createHash('sha256').update(content).digest('hex'), content },
      ...{ malware_scanned: false, observed_from: at, observed_until: at, uploaded_by: 'ada', created_at: at },
    }),
  )
  return id
}

/** Each part of a table, as the IDs of its rows. */
async function partsOf(table: string, limits: { rows: number; bytes: number }) {
  const parts: (ExportedPart & { ids: string[] })[] = []
  for await (const part of exportDatabaseRows(world.database, world.scope, { limits })) {
    if (part.table !== table) continue
    const rows = part.lines.toString().trimEnd().split('\n')
    parts.push({ ...part, ids: rows.map((line) => JSON.parse(line).id) })
  }
  return parts
}

describe('exportDatabaseRows', () => {
  it('limits a part by what its rows are as JSON, and leaves none out', async () => {
    const ids: string[] = []
    for (let n = 0; n < 25; n += 1) ids.push(await upload(n === 10 ? 400_000 : 20_000))
    const parts = await partsOf('compliance_evidence', { rows: 20_000, bytes: 200_000 })
    expect(parts.flatMap((part) => part.ids)).toEqual(ids)
    expect(parts.map(({ part }) => part)).toEqual(parts.map((_, index) => index + 1))
    expect(parts.every(({ rows, ids: own }) => rows === own.length)).toBe(true)
    // 20 kB are 40 kB of JSON, so four rows are a part, and what is larger than a part is alone in one.
    expect(parts.map(({ rows }) => rows)).toEqual([4, 4, 2, 1, 4, 4, 4, 2])
    const tooLarge = parts.filter(({ lines }) => lines.length > 200_000)
    expect(tooLarge.map((part) => part.ids)).toEqual([[ids[10]]])
  })

  it('limits a part by its number of rows, and begins the next one after it', async () => {
    const { database, scope } = world
    const notification = { kind: 'import_done', title: 'Imported', body: '', href: '/imports' } as const
    for (let n = 0; n < 7; n += 1) await database.scoped(scope, (tx) => addNotification(tx, scope, notification))
    const parts = await partsOf('notification', { rows: 3, bytes: 200_000 })
    expect(parts.map(({ rows }) => rows)).toEqual([3, 3, 1])
    expect(new Set(parts.flatMap((part) => part.ids)).size).toBe(7)
    const exact = await partsOf('notification', { rows: 7, bytes: 200_000 })
    expect(exact.map(({ rows }) => rows)).toEqual([7])
  })
})
