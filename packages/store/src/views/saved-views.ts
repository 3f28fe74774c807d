/** Saved views of the Cost Explorer: an owner's own, and what others share. */
import { KeptError } from '@kept/domain/errors.ts'
import type { SavedView, SavedViewInput } from '@kept/domain/saved-view.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type Selectable, sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'

interface Owner {
  id: string
  name: string
}

/** Most views of one owner. */
const maxViews = 200

/** What `reader` may open: by folder, then by name. */
export async function listSavedViews(database: Database, scope: Scope, reader: string): Promise<SavedView[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('saved_view')
      .selectAll()
      .where((eb) => eb.or([eb('owner', '=', reader), eb('is_shared', '=', true)]))
      .orderBy('folder')
      .orderBy('name')
      .orderBy('id')
      .execute(),
  )
  return rows.map((row) => toView(row, reader))
}

/** Saves a view; one of the same name in the same folder of the owner is replaced. */
export async function saveView(
  database: Database,
  scope: Scope,
  input: SavedViewInput & { owner: Owner; now: Date },
): Promise<SavedView> {
  const { owner, now, ...view } = input
  return database.scoped(scope, async (tx) => {
    await lockViews(tx, owner.id)
    const existing = await tx
      .selectFrom('saved_view')
      .select(['id', 'folder', 'name', 'demo_visit'])
      .where('owner', '=', owner.id)
      .execute()
    const same = existing.find(({ folder, name }) => folder === view.folder && name === view.name)
    if (!same && existing.length >= maxViews)
      throw new KeptError('conflict', `You have ${maxViews} saved views, the most there can be. Delete one first.`)
    if (view.is_default) await clearDefault(tx, owner.id)
    const values = { ...view, owner_name: owner.name, updated_at: now }
    const row = same
      ? await tx
          .updateTable('saved_view')
          .set(values)
          .where('id', '=', same.id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('saved_view')
          .values({ organization_id: tx.scopedTo, owner: owner.id, ...values })
          .returningAll()
          .executeTakeFirstOrThrow()
    return toView(row, owner.id)
  })
}

/** Changes a view of the owner; `not_found` for another's. */
export async function changeView(
  database: Database,
  scope: Scope,
  id: string,
  input: Partial<SavedViewInput> & { owner: Owner; now: Date },
): Promise<SavedView> {
  const { owner, now, ...change } = input
  return database.scoped(scope, async (tx) => {
    await lockViews(tx, owner.id)
    await refuseTakenName(tx, id, { owner: owner.id, ...change })
    if (change.is_default) await clearDefault(tx, owner.id)
    const row = await tx
      .updateTable('saved_view')
      .set({ ...change, updated_at: now })
      .where('id', '=', id)
      .where('owner', '=', owner.id)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw notFound()
    return toView(row, owner.id)
  })
}

export async function deleteView(database: Database, scope: Scope, id: string, owner: string): Promise<void> {
  const { numDeletedRows: deleted } = await database.scoped(scope, (tx) =>
    tx.deleteFrom('saved_view').where('id', '=', id).where('owner', '=', owner).executeTakeFirst(),
  )
  if (Number(deleted) === 0) throw notFound()
}

/** Two changes of one owner at the same moment run one after the other: names are unique, and one view is the default. */
async function lockViews(tx: ScopedTransaction, owner: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(7253071, hashtext(${owner}))`.execute(tx)
}

async function refuseTakenName(
  tx: ScopedTransaction,
  id: string,
  { owner, name, folder }: { owner: string; name?: string | undefined; folder?: string | undefined },
): Promise<void> {
  if (name === undefined && folder === undefined) return
  const views = await tx.selectFrom('saved_view').select(['id', 'name', 'folder']).where('owner', '=', owner).execute()
  const current = views.find((view) => view.id === id)
  if (!current) return
  const renamed = { name: name ?? current.name, folder: folder ?? current.folder }
  if (views.some((view) => view.id !== id && view.name === renamed.name && view.folder === renamed.folder))
    throw new KeptError('conflict', 'You have a saved view of this name in this folder. Choose another name.')
}

async function clearDefault(tx: ScopedTransaction, owner: string): Promise<void> {
  await tx
    .updateTable('saved_view')
    .set({ is_default: false })
    .where('owner', '=', owner)
    .where('is_default', '=', true)
    .execute()
}

function notFound(): KeptError {
  return new KeptError('not_found', 'Saved view not found. You can change only your own.')
}

function toView(row: Selectable<Schema['saved_view']>, reader: string): SavedView {
  return {
    id: row.id,
    name: row.name,
    folder: row.folder,
    is_shared: row.is_shared,
    is_default: row.is_default && row.owner === reader,
    is_own: row.owner === reader,
    owner_name: row.owner_name,
    search: row.search,
    updated_at: row.updated_at.toISOString(),
  }
}
