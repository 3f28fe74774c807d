/**
 * Deletes an organization whose grace period has ended. Every step can be repeated, so that a run continues after a kill
 * at any point: access ends first, then files, warehouse, audit log and rows, and last the name itself.
 */
import { createHmac } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { AuditEvent } from '@kept/domain/audit.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { eraseAuditPage } from '@kept/store/audit/erase.ts'
import { ofDeletedOrganization } from '@kept/store/audit/erasure-conditions.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import {
  deleteDatabaseRows,
  deleteLateWarehouseRows,
  deleteRowsOf,
  deleteWarehouseRows,
} from '@kept/store/organizations/delete-rows.ts'
import { completeDeletion, detachAllSessions, findDeletion, startDeletion } from '@kept/store/organizations/deletion.ts'
import { awaitWriters } from '@kept/store/organizations/writers.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { listMemberNames } from '@kept/store/people/members.ts'
import { digestErasedLedger, eraseLedgerPage } from '@kept/store/savings/erase-ledger.ts'
import { listUploadIds } from '@kept/store/uploads/list.ts'
import type { Services } from '../platform/context.ts'
import { deleteEndedMailAbout } from '../platform/job-queues.ts'
import { oneLine } from '../platform/mail-line.ts'
import { uploadPath } from '../platform/upload-path.ts'
import { forgetMailFiles } from './forget-mail-files.ts'
import { notifyEveryone } from './organization-deletion.ts'

export type DeletionDeps = Pick<Services, 'state' | 'jobs' | 'secrets' | 'folder' | 'log' | 'now'>

const system = { kind: 'system', id: null, name: 'Kept' } as const
/** Access ends before anything else: who is a member, and every key. */
const accessTables = ['api_key', 'scim_token', 'membership', 'invitation'] as const

export async function eraseOrganization(deps: DeletionDeps, scope: Scope, signal?: AbortSignal): Promise<void> {
  const { database, warehouse } = deps.state
  const name = await start(deps, scope)
  if (name === undefined) return
  await awaitWriters(database, scope)
  await deleteFiles(deps, scope, [name, scope.organizationId])
  await deleteWarehouseRows(warehouse, scope, signal)
  await eraseLedger(deps, scope, signal)
  await eraseAuditLog(deps, scope, signal)
  await recordDeletion(deps, scope)
  await deleteDatabaseRows(database, scope, signal)
  await deleteLateWarehouseRows(warehouse, scope, signal)
  await database.scoped(scope, (tx) => completeDeletion(tx, deps.now()))
  deps.log.info({ event: 'organization.deleted', organization_id: scope.organizationId }, 'organization deleted')
}

/**
 * What was written after the deletion passed: by a job that had begun before, or by a request whose body was still on its
 * way. Such a writer ends by an error or with its work, and this is repeated until none can be left.
 */
export async function eraseLateRows(deps: DeletionDeps, scope: Scope, signal?: AbortSignal): Promise<void> {
  const { database, warehouse } = deps.state
  await deleteFiles(deps, scope, [scope.organizationId])
  await deleteLateWarehouseRows(warehouse, scope, signal)
  await eraseLedger(deps, scope, signal)
  await eraseAuditLog(deps, scope, signal)
  await deleteDatabaseRows(database, scope, signal)
}

/** Returns the organization's name; undefined when the deletion was canceled in the meantime. */
function start(deps: DeletionDeps, scope: Scope): Promise<string | undefined> {
  const { state, now } = deps
  return state.database.scoped(scope, async (tx) => {
    const { name } = await lockOrganization(tx)
    const pending = await findDeletion(tx)
    if (!pending || pending.due_at > now()) return undefined
    if (pending.started_at) return name
    await startDeletion(tx, now())
    const addresses = (await listMemberNames(tx)).map(({ email }) => email)
    await deleteEndedMailAbout(tx, { addresses, names: [name, oneLine(name)] })
    await notifyEveryone(deps, tx, { event: 'deleted', organization: name, due_at: pending.due_at })
    await detachAllSessions(tx)
    for (const table of accessTables) await deleteRowsOf(tx, table)
    return name
  })
}

async function deleteFiles({ state, folder }: DeletionDeps, scope: Scope, mentions: readonly string[]): Promise<void> {
  for (const id of await state.database.scoped(scope, listUploadIds)) await rm(uploadPath(folder, id), { force: true })
  await forgetMailFiles(folder.path, mentions)
}

/** Entries of one resource keep one pseudonym, so that what it saved can still be followed. */
async function eraseLedger(deps: DeletionDeps, scope: Scope, signal?: AbortSignal): Promise<void> {
  const key = deps.secrets.keyFor(`ledger pseudonyms of ${scope.organizationId}`)
  const pseudonymOf = (resource: string) => `erased-${createHmac('sha256', key).update(resource).digest('hex')}`
  for (let erased = 1; erased > 0; ) {
    signal?.throwIfAborted()
    erased = await deps.state.database.scoped(scope, (tx) => eraseLedgerPage(tx, { pseudonymOf, at: deps.now() }))
  }
}

async function eraseAuditLog(deps: DeletionDeps, scope: Scope, signal?: AbortSignal): Promise<void> {
  const key = deps.secrets.keyFor(`audit pseudonyms of ${scope.organizationId}`)
  const pseudonymOf = (id: string) => createHmac('sha256', key).update(id).digest('hex').slice(0, 12)
  for (let erased = 1; erased > 0; ) {
    signal?.throwIfAborted()
    const page = { which: ofDeletedOrganization, reason: 'organization_deleted', at: deps.now() } as const
    erased = await deps.state.database.scoped(scope, (tx) =>
      eraseAuditPage(tx, { ...page, erase: (event) => withoutContent(event, pseudonymOf) }),
    )
  }
}

const actorNames = { person: 'Deleted user', api_key: 'Deleted API key', operator: 'Operator', system: 'Kept' } as const

/** Who did it stays as a pseudonym, so that the log still shows that two events are of one person. */
function withoutContent(event: AuditEvent, pseudonymOf: (id: string) => string): AuditEvent {
  const pseudonym = event.actor_id === null ? null : pseudonymOf(event.actor_id)
  return {
    ...event,
    actor_id: pseudonym,
    actor_name: [actorNames[event.actor_kind], pseudonym].filter((part) => part !== null).join(' '),
    resource_id: null,
    resource_name: null,
    summary: 'The organization was deleted.',
    ip: null,
    user_agent: null,
    request_id: null,
    session_id: undefined,
    before: null,
    after: null,
    details: {},
  }
}

/** The last event of the log, with the reason, and the digest of what is left of the ledger. */
async function recordDeletion({ state, now }: DeletionDeps, scope: Scope): Promise<void> {
  const ledger = await digestErasedLedger(state.database, scope)
  await state.database.scoped(scope, async (tx) => {
    const pending = await findDeletion(tx)
    const recorded = await tx
      .selectFrom('audit_event')
      .select('seq')
      .where('action', '=', 'organization.deleted')
      .executeTakeFirst()
    if (!pending || recorded) return
    await recordAudit(tx, {
      action: 'organization.deleted',
      actor: system,
      at: now(),
      summary: 'The organization and its data were deleted.',
      details: { reason: pending.reason, requested_at: pending.requested_at.toISOString(), ledger },
    })
  })
}
