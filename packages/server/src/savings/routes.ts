import { KeptError } from '@kept/domain/errors.ts'
import { validateActionInput } from '@kept/domain/savings-record.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { readResourceNames } from '@kept/store/resources/names.ts'
import {
  type ActionRow,
  listActions,
  readBaselines,
  recordAction,
  withdrawAction,
} from '@kept/store/savings/actions.ts'
import { entriesOfAction, listEntries } from '@kept/store/savings/ledger.ts'
import { addPriceNotice, listPriceNotices, withdrawPriceNotice } from '@kept/store/savings/price-notices.ts'
import { realizedByAction } from '@kept/store/savings/realized.ts'
import { listStatements } from '@kept/store/savings/statements.ts'
import { publicRoutes, routes } from '../platform/implement.ts'
import { openSigningKey } from '../platform/signing-key.ts'
import { openCheckpoints } from './checkpoints.ts'
import { describeAction, describeNotice, describeStatement } from './describe.ts'
import { savingsJob } from './jobs.ts'
import { proveLedger } from './prove-ledger.ts'
import { summarize } from './summary.ts'

export const savings = {
  summary: routes.savings.summary.handler(async ({ context: { services, scope } }) => ({
    data: await summarize(services.state.database, scope),
  })),
  actions: routes.savings.actions.handler(async ({ context: { services, scope }, input }) => {
    const { database } = services.state
    return { data: await describeAll(database, scope, await listActions(database, scope, input)) }
  }),
  record: routes.savings.record.handler(async ({ context: { services, scope, me }, input }) => {
    const { database } = services.state
    const { title, currency, ...actionInput } = input
    const validationError = validateActionInput(actionInput)
    if (validationError) throw new KeptError('bad_input', validationError)
    const userName = me.user.full_name || me.user.email
    const row = await recordAction(database, scope, {
      ...{ input: actionInput, title, actorName: userName, now: services.now() },
      ...(currency !== undefined && { currency }),
    })
    await services.jobs.send(savingsJob, { organization_id: scope.organizationId })
    return { data: await describeOne(database, scope, row) }
  }),
  withdraw: routes.savings.withdraw.handler(async ({ context: { services, scope }, input }) => {
    const { database } = services.state
    return { data: await describeOne(database, scope, await withdrawAction(database, scope, input.id, input.reason)) }
  }),
  action: routes.savings.action.handler(async ({ context: { services, scope }, input }) => {
    const { database } = services.state
    const row = (await listActions(database, scope)).find(({ id }) => id === input.id)
    if (!row) throw new KeptError('not_found', 'Action not found.')
    const entries = await entriesOfAction(database, scope, row.id)
    return { data: { recorded: await describeOne(database, scope, row), action: row.action, entries } }
  }),
  priceNotices: routes.savings.priceNotices.handler(async ({ context: { services, scope } }) => ({
    data: (await listPriceNotices(services.state.database, scope)).map(describeNotice),
  })),
  recordPrice: routes.savings.recordPrice.handler(async ({ context: { services, scope, me }, input }) => {
    const userName = me.user.full_name || me.user.email
    const notice = await addPriceNotice(services.state.database, scope, {
      ...input,
      actorName: userName,
      now: services.now(),
    })
    await services.jobs.send(savingsJob, { organization_id: scope.organizationId })
    return { data: describeNotice(notice) }
  }),
  withdrawPrice: routes.savings.withdrawPrice.handler(async ({ context: { services, scope, me }, input: { id } }) => {
    const userName = me.user.full_name || me.user.email
    if (
      !(await withdrawPriceNotice(services.state.database, scope, { id, actorName: userName, now: services.now() }))
    ) {
      throw new KeptError('not_found', 'Price not found.')
    }
    await services.jobs.send(savingsJob, { organization_id: scope.organizationId })
    return { data: { removed: true } as const }
  }),
  ledger: routes.savings.ledger.handler(async ({ context: { services, scope }, input }) => {
    const { entries, total } = await listEntries(services.state.database, scope, input)
    const nameOf = await readResourceNames(
      services.state.database,
      scope,
      entries.map(({ lineage }) => lineage),
    )
    const data = entries.map((entry) => ({ ...entry, resource_name: nameOf(entry.lineage) }))
    return { data, meta: { page: input.page, page_size: input.page_size, total } }
  }),
  proof: routes.savings.proof.handler(async ({ context: { services, scope } }) => ({
    data: await proveLedger(services.state.database, scope, openCheckpoints(services.config.sharedFolder)),
  })),
  statements: routes.savings.statements.handler(async ({ context: { services, scope } }) => ({
    data: (await listStatements(services.state.database, scope)).map(describeStatement).toReversed(),
  })),
  key: publicRoutes.savings.key.handler(({ context: { services } }) => {
    const { publicKey, pem } = openSigningKey(services.config.sharedFolder, services.secrets)
    return { data: { algorithm: 'Ed25519' as const, public_key: publicKey, pem } }
  }),
}

async function describeOne(database: Database, scope: Scope, row: ActionRow) {
  const [described] = await describeAll(database, scope, [row])
  if (!described) throw new Error('an action was deleted while it was read')
  return described
}

async function describeAll(database: Database, scope: Scope, rows: readonly ActionRow[]) {
  const [realized, nameOf, baselines] = await Promise.all([
    realizedByAction(database, scope),
    readResourceNames(
      database,
      scope,
      rows.map(({ input }) => input.resource_id),
    ),
    readBaselines(
      database,
      scope,
      rows.flatMap(({ baseline_hash }) => baseline_hash ?? []),
    ),
  ])
  const byAction = new Map(realized.map((entry) => [entry.action, entry]))
  const sure = new Map(baselines.map(({ resource, to, confidence }) => [`${resource} ${to}`, confidence]))
  return rows.map((row) => {
    const key = `${row.input.resource_id} ${row.action?.effective_time ?? ''}`
    const resource_name = nameOf(row.input.resource_id)
    return describeAction(row, byAction, { confidence: sure.get(key) ?? null, resource_name })
  })
}
