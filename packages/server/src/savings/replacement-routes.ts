/** Replacements of removed resources: list with amounts, and declare as unrelated with a reason. */
import type { ReplacedAction } from '@kept/contract/routes/savings-replacements.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { readResourceNames } from '@kept/store/resources/names.ts'
import { type ActionRow, listActions } from '@kept/store/savings/actions.ts'
import {
  declareUnrelated,
  type FoundSubstitution,
  listDeclarations,
  listSubstitutions,
  replacedByAction,
  type UnrelatedDeclaration,
} from '@kept/store/savings/substitution.ts'
import { actingOf } from '../platform/acting.ts'
import { routes } from '../platform/implement.ts'
import { moneyOf } from './describe.ts'
import { savingsJob } from './jobs.ts'

const replacementRoutes = routes.savingsReplacements

export const savingsReplacements = {
  list: replacementRoutes.list.handler(async ({ context: { services, scope } }) => ({
    data: await listReplaced(services.state.database, scope),
  })),
  declare: replacementRoutes.declare.handler(async ({ context, input: { id, resource_id, unrelated, reason } }) => {
    const { services, scope } = context
    const { database } = services.state
    const replaced = (await listReplaced(database, scope)).find(({ action_id }) => action_id === id)
    const replacement = replaced?.replacements.find((candidate) => candidate.resource_id === resource_id)
    if (!replaced || !replacement)
      throw new KeptError(
        'not_found',
        `The action has no replacement ${resource_id}. List them with GET /v1/savings/replacements.`,
      )
    if (replacement.match === 'identity')
      throw badInput(
        `${resource_id} is the same resource under another id (${replacement.shared}). It can't be declared unrelated.`,
      )
    const { auditContext, userName } = {
      auditContext: actingOf(context).auditContext,
      userName: context.me.user.full_name || context.me.user.email,
    }
    await database.scoped(scope, async (tx) => {
      await declareUnrelated(tx, {
        action_id: id,
        resource_id,
        unrelated,
        reason,
        actorName: userName,
        now: auditContext.at,
      })
      const summary = `${resource_id} was declared ${unrelated ? 'unrelated' : 'related'} to the action "${replaced.title}".`
      await recordAudit(tx, {
        ...auditContext,
        action: 'savings.replacement_declared',
        target: id,
        summary,
        details: { reason },
      })
    })
    await services.jobs.send(savingsJob, { organization_id: scope.organizationId })
    const changed = (await listReplaced(database, scope)).find(({ action_id }) => action_id === id)
    if (!changed) throw new KeptError('not_found', 'Action not found.')
    return { data: changed }
  }),
}

async function listReplaced(database: Database, scope: Scope): Promise<ReplacedAction[]> {
  const [actions, substitutions, declarations, amounts] = await Promise.all([
    listActions(database, scope, { state: 'counting' }),
    listSubstitutions(database, scope),
    listDeclarations(database, scope),
    replacedByAction(database, scope),
  ])
  const replacementsOfAll = actions.map((action) => ({
    action,
    replacements: replacementsOf(action, substitutions, declarations),
  }))
  const nameOf = await readResourceNames(
    database,
    scope,
    replacementsOfAll.flatMap(({ action, replacements }) => [
      action.input.resource_id,
      ...replacements.map(({ resource_id }) => resource_id),
    ]),
  )
  return replacementsOfAll.flatMap(({ action, replacements }) => {
    const uncertain_group = uncertainGroupOf(action, substitutions)
    if (replacements.length === 0 && !uncertain_group) return []
    const { booked = '0', provisional = '0' } = amounts.get(action.id) ?? {}
    return [
      {
        action_id: action.id,
        title: action.title,
        resource_id: action.input.resource_id,
        resource_name: nameOf(action.input.resource_id),
        kind: action.action?.kind ?? action.input.kind ?? null,
        effective_time: action.action?.effective_time ?? null,
        currency: action.currency,
        booked: moneyOf(booked),
        provisional: moneyOf(provisional),
        replacements: replacements.map((replacement) => ({
          ...replacement,
          resource_name: nameOf(replacement.resource_id),
        })),
        uncertain_group,
      },
    ]
  })
}

function uncertainGroupOf(
  { id, currency }: ActionRow,
  substitutions: readonly FoundSubstitution[],
): ReplacedAction['uncertain_group'] {
  const groups = substitutions
    .filter((candidate) => candidate.currency === currency)
    .flatMap((candidate) => candidate.substitution.uncertain_groups ?? [])
  const group = groups.find(({ actions }) => actions.includes(id))
  return group ? { resources: group.resources, growth: group.growth, uncertainty: group.uncertainty } : null
}

function replacementsOf(
  { id, currency, input, action }: ActionRow,
  substitutions: readonly FoundSubstitution[],
  declarations: readonly UnrelatedDeclaration[],
): Omit<ReplacedAction['replacements'][number], 'resource_name'>[] {
  const actionDeclarations = declarations.filter(({ action_id, unrelated }) => action_id === id && unrelated)
  const isDeclared = (resource: string) => actionDeclarations.some(({ resource_id }) => resource_id === resource)
  const matches = substitutions
    .filter((candidate) => candidate.currency === currency)
    .flatMap(({ substitution }) => substitution.matches)
  const current = matches
    .filter(({ actions }) => actions.includes(id))
    .flatMap(({ match, replacements }) =>
      replacements
        .filter(({ resource }) => match === 'identity' || !isDeclared(resource))
        .map(({ resource, begins, shared }) => ({
          resource_id: resource,
          starts_at: begins,
          shared,
          match,
          shape: null,
          declared: null,
        })),
    )
  const shapes = substitutions
    .filter((candidate) => candidate.currency === currency)
    .flatMap(({ substitution }) => substitution.shapes)
    .filter((shape) => shape.action === id && !isDeclared(input.resource_id))
    .map(({ before, after }) => ({
      ...{ resource_id: input.resource_id, starts_at: action?.effective_time ?? null, shared: '' },
      ...{ match: 'shape' as const, shape: { before, after }, declared: null },
    }))
  const declared = actionDeclarations.map(({ resource_id, reason, declared_by, declared_at }) => ({
    ...{ resource_id, starts_at: null, shared: '', shape: null },
    match: resource_id === input.resource_id ? ('shape' as const) : ('presumed' as const),
    declared: { reason, declared_by, at: declared_at.toISOString() },
  }))
  return [...current, ...shapes, ...declared]
}
