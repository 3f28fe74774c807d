import { KeptError } from '@kept/domain/errors.ts'
import { nextChange, ruleAt } from '@kept/engine/commission/rule-at.ts'
import { utcMonth } from '@kept/foundation/calendar/instant.ts'
import { noteAudit } from '@kept/store/audit/record.ts'
import { addCustomerRule, addSettings, type CustomerChange, listSettings } from '@kept/store/commission/rules.ts'
import { actingOf } from '../platform/acting.ts'
import type { OperatorContext } from '../platform/context.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'
import { operatorRoutes } from '../platform/implement.ts'
import { analyze } from './analytics.ts'
import { customerOf } from './customer-of.ts'
import { describeCustomer, describeCustomers } from './customers.ts'
import { preview } from './preview.ts'
import { standardTier } from './public/commission-rule.ts'

export const commission = {
  settings: operatorRoutes.commission.settings.handler(async ({ context }) => ({ data: await settingsOf(context) })),
  changeSettings: operatorRoutes.commission.changeSettings.handler(async ({ context, input }) => {
    // The demo can't change the default commission.
    refuseInDemo(context)
    const { services, scope } = context
    const acting = actingOf(context)
    const { database } = services.state
    if (input.valid_from < thisMonth(context))
      throw new KeptError(
        'bad_input',
        `valid_from must not be before ${thisMonth(context)}. Billed months keep their commission.`,
      )
    await addSettings(database, input.settings, {
      ...{ valid_from: input.valid_from, actorName: acting.actor.name, now: services.now() },
    })
    await noteAudit(database, scope, {
      ...acting.auditContext,
      ...{ action: 'commission.settings_changed', target: null, details: { ...input } },
      summary: `The default commission was changed, starting ${input.valid_from}.`,
    })
    return { data: await settingsOf(context) }
  }),
  customers: operatorRoutes.commission.customers.handler(async ({ context, input }) => {
    const request = { ...input, month: thisMonth(context) }
    const { customers, total } = await describeCustomers(context.services.state.database, context.reach, request)
    return { data: customers, meta: { page: input.page, page_size: input.page_size, total } }
  }),
  customer: operatorRoutes.commission.customer.handler(async ({ context, input }) => ({
    data: await detail(context, input.id),
  })),
  changeCustomer: operatorRoutes.commission.changeCustomer.handler(async ({ context, input }) => {
    await change(context, input.id, input)
    return { data: await detail(context, input.id) }
  }),
  bulkUpdate: operatorRoutes.commission.bulkUpdate.handler(async ({ context, input }) => {
    const changed: string[] = []
    const refused: { id: string; reason: string }[] = []
    for (const id of new Set(input.customer_ids)) {
      try {
        await change(context, id, input)
        changed.push(id)
      } catch (error) {
        if (!(error instanceof KeptError) || (error.code !== 'conflict' && error.code !== 'not_found')) throw error
        refused.push({ id, reason: error.message })
      }
    }
    return { data: { changed, refused } }
  }),
  analytics: operatorRoutes.commission.analytics.handler(async ({ context, input }) => ({
    data: await analyze(context.services.state.database, context.reach, { ...input, now: context.services.now() }),
  })),
  preview: operatorRoutes.commission.preview.handler(async ({ context, input }) => {
    if (input.customer_id !== undefined) await customerOf(context, input.customer_id)
    const { terms, months, customer_id: customer } = input
    const request = { terms, months, customer, now: context.services.now() }
    return { data: await preview(context.services.state.database, context.reach, request) }
  }),
}

function thisMonth({ services }: Pick<OperatorContext, 'services'>): string {
  return utcMonth(services.now())
}

async function settingsOf(context: Pick<OperatorContext, 'services'>) {
  const versions = await listSettings(context.services.state.database)
  const current = ruleAt(versions, thisMonth(context)) ?? versions[0]
  if (!current) throw new Error('commission settings not found')
  const next = nextChange(versions, thisMonth(context))
  const upcoming = (next !== undefined && ruleAt(versions, next)) || null
  return { current, upcoming, versions: versions.toReversed() }
}

async function detail(context: Pick<OperatorContext, 'services' | 'reach'>, id: string) {
  const customer = await customerOf(context, id)
  return describeCustomer(context.services.state.database, context.reach, customer, thisMonth(context))
}

type RuleChange = Pick<CustomerChange, 'terms' | 'valid_from' | 'note'> & { tier?: string | undefined }

async function change(
  context: OperatorContext,
  id: string,
  { tier, terms, valid_from, note }: RuleChange,
): Promise<void> {
  // Versions are permanent, so the demo can't add any.
  refuseInDemo(context)
  const customer = await customerOf(context, id)
  if (customer.deleted_at !== null)
    throw new KeptError('conflict', 'This customer was deleted. Its statements keep their commission.')
  const { services } = context
  const { database } = services.state
  if (valid_from < thisMonth(context))
    throw new KeptError(
      'conflict',
      `valid_from must not be before ${thisMonth(context)}. Billed months keep their commission.`,
    )
  const acting = actingOf(context)
  const scope = { organizationId: customer.id }
  await addCustomerRule(database, scope, {
    ...{ tier: terms ? (tier ?? 'custom') : standardTier, terms, note, valid_from },
    ...{ actorName: acting.actor.name, now: services.now() },
  })
  await noteAudit(database, scope, {
    ...acting.auditContext,
    ...{
      action: 'commission.rule_changed',
      target: customer.id,
      details: { tier: tier ?? null, terms, valid_from, note },
    },
    summary: `The commission of ${customer.name} was changed, starting ${valid_from}.`,
  })
}
