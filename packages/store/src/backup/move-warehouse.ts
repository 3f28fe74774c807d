/**
 * Copies all rows of one warehouse into another: from a single server to a cluster, to a cluster with another number of
 * shards, or back. Nothing may write meanwhile. What an interrupted move has copied is not copied again.
 */
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { type PartKey, partsOf, quoted, readPart, type TableShape, tablesOf } from './warehouse-parts.ts'
import { withoutViews } from './without-views.ts'

interface MoveOptions {
  signal?: AbortSignal | undefined
  onPart?: ((done: number, all: number) => void) | undefined
}

interface Moved {
  tables: number
  /** Of all tables. */
  rows: number
  /** Parts that an interrupted move had copied. */
  reused: number
}

/** Throws KeptError `bad_input` when `to` has rows that `from` does not have, or other tables. */
export async function moveWarehouse(from: Warehouse, to: Warehouse, options: MoveOptions = {}): Promise<Moved> {
  const work = await Promise.all(
    (await sameTables(from, to)).map(async (shape) => ({
      ...{ shape, parts: await partsOf(from, shape) },
      copied: new Map((await partsOf(to, shape)).map((part) => [keyOf(part), part])),
    })),
  )
  for (const { shape, parts, copied } of work) refuseForeignRows(shape, parts, copied)
  const all = work.reduce((count, { parts }) => count + parts.length, 0)
  const moved: Moved = { tables: work.length, rows: 0, reused: 0 }
  let done = 0
  await withoutViews(to, async () => {
    for (const { shape, parts, copied } of work) {
      for (const part of parts) {
        options.signal?.throwIfAborted()
        const earlier = copied.get(keyOf(part))?.rows
        if (earlier === part.rows) moved.reused += 1
        else await copyPart(from, to, shape, part, { replaces: earlier !== undefined, signal: options.signal })
        moved.rows += part.rows
        done += 1
        options.onPart?.(done, all)
      }
    }
  })
  for (const { shape } of work) await refuseOtherRows(from, to, shape)
  return moved
}

async function sameTables(from: Warehouse, to: Warehouse): Promise<TableShape[]> {
  const [shapes, others] = await Promise.all([tablesOf(from), tablesOf(to)])
  const text = (tables: TableShape[]) => tables.map(({ name, columns }) => `${name}: ${columns.join()}`).join('; ')
  if (text(shapes) === text(others)) return shapes
  throw badInput('Both warehouses must have the tables of the same version of Kept. Start Kept once on the old one.')
}

function keyOf({ organization_id, part }: PartKey): string {
  return `${organization_id} ${part}`
}

function refuseForeignRows(
  { name }: TableShape,
  parts: readonly PartKey[],
  copied: ReadonlyMap<string, PartKey>,
): void {
  const own = new Set(parts.map(keyOf))
  if (copied.keys().every((key) => own.has(key))) return
  throw badInput(`The new warehouse has rows of ${name} that the old one does not have. Name an empty database.`)
}

async function copyPart(
  from: Warehouse,
  to: Warehouse,
  shape: TableShape,
  part: PartKey,
  { replaces, signal }: { replaces: boolean; signal: AbortSignal | undefined },
): Promise<void> {
  if (replaces) await removePart(to, shape, part)
  const { content } = await readPart(from, shape, part, signal)
  // Rows that a move wrote, and that were removed again, would be taken for a repetition.
  const insert = `INSERT INTO ${quoted(shape.name)} (${shape.columns.map(quoted).join(', ')}) SETTINGS insert_deduplicate = 0`
  await to.writeNative(insert, content, signal)
}

/** A part that was copied in part. */
async function removePart(to: Warehouse, { name, split }: TableShape, { organization_id, part }: PartKey) {
  const within = split === 'partition' ? `IN PARTITION ID '${part.replaceAll(/[^\w-]/g, '')}' ` : ''
  const ofLoad = split === 'load' ? ' AND load_id = {part:String}' : ''
  await to.administerShards(
    `ALTER TABLE ${quoted(name)} DELETE ${within}WHERE organization_id = {organization_id:UUID}${ofLoad}
     SETTINGS mutations_sync = 2`,
    { organization_id, part },
  )
}

/**
 * Rows that replace or are summed with others count as one, whether the engine has merged them yet or not; which of two
 * equals it drops is not said, so that they are only counted. What the engine drops by age may be gone in one of the two.
 */
async function refuseOtherRows(from: Warehouse, to: Warehouse, { name, merges, expires }: TableShape): Promise<void> {
  if (expires) return
  const sql = `SELECT toString(organization_id) AS organization_id, count() AS rows${merges ? '' : ', sum(cityHash64(*)) AS hash'}
    FROM ${quoted(name)}${merges ? ' FINAL' : ''} GROUP BY organization_id ORDER BY organization_id`
  const [old, moved] = await Promise.all([from.inspect(sql), to.inspect(sql)])
  if (JSON.stringify(old) === JSON.stringify(moved)) return
  throw new KeptError(
    'conflict',
    `The rows of ${name} differ after the move. Check that nothing writes into the old warehouse, and start the move again.`,
  )
}
