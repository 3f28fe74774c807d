import { alertKindsHiddenFrom } from '@kept/domain/alert-labels.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { matches } from '@kept/engine/alerts/matches.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { findChannel } from '@kept/store/alerts/channels.ts'
import { addTest, type DeliveryViewer, findDelivery, listDeliveries, sendAgain } from '@kept/store/alerts/deliveries.ts'
import { eventsSince } from '@kept/store/alerts/events.ts'
import { addRule, changeRule, listRules, removeRule } from '@kept/store/alerts/rules.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { actingOf } from '../platform/acting.ts'
import type { SignedInContext } from '../platform/context.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'
import { personRoutes, routes } from '../platform/implement.ts'
import { countAgainst } from '../platform/rate-limit.ts'
import { addOneChannel, changeOneChannel, channelsOf, removeOneChannel, renewSigningSecret } from './channel-changes.ts'
import { emailPreferencesOf, setEmailPreferences } from './email-preferences.ts'
import { refuseHiddenKinds } from './hidden-kinds.ts'
import { routeOrganization } from './route-organization.ts'
import { sendDelivery } from './send-delivery.ts'

const alertRoutes = routes.alerts
const removed = { data: { removed: true as const } }
const triedDays = 30
const maxShown = 50
/** Tests send real messages, so they are limited: enough to get an address right. */
const testsAnHour = 30

export const alerts = {
  rules: alertRoutes.rules.handler(async ({ context: { services, scope } }) => ({
    data: await services.state.database.scoped(scope, listRules),
  })),
  addRule: alertRoutes.addRule.handler(async ({ context, input }) => {
    const { auditContext } = actingOf(context)
    refuseHiddenKinds(context.me.permissions, input.kinds)
    const data = await context.services.state.database.scoped(context.scope, async (tx) => {
      const rule = await addRule(tx, input, context.services.now())
      const summary = `The alert rule "${rule.name}" was added.`
      await recordAudit(tx, { ...auditContext, action: 'alert_rule.added', target: rule.id, summary })
      return rule
    })
    return { data }
  }),
  previewRule: alertRoutes.previewRule.handler(async ({ context: { services, scope, me }, input }) => {
    refuseHiddenKinds(me.permissions, input.kinds)
    const startedAt = new Date(services.now().getTime() - triedDays * dayMs)
    const { events, isComplete } = await eventsSince(services.state.database, scope, startedAt)
    const matching = events.filter((event) => matches({ ...input, enabled: true }, event))
    return {
      data: matching.slice(0, maxShown),
      meta: { total: matching.length, days: triedDays, complete: isComplete },
    }
  }),
  changeRule: alertRoutes.changeRule.handler(async ({ context, input: { id, ...change } }) => {
    const { auditContext } = actingOf(context)
    const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const data = await context.services.state.database.scoped(context.scope, async (tx) => {
      const rule = await changeRule(tx, id, (before) => {
        refuseHiddenKinds(context.me.permissions, [...before.kinds, ...(change.kinds ?? [])])
        return { ...before, ...changes }
      })
      const summary = `The alert rule "${rule.name}" was changed.`
      await recordAudit(tx, { ...auditContext, action: 'alert_rule.changed', target: id, summary, details: changes })
      return rule
    })
    return { data }
  }),
  removeRule: alertRoutes.removeRule.handler(async ({ context, input: { id } }) => {
    const { auditContext } = actingOf(context)
    await context.services.state.database.scoped(context.scope, async (tx) => {
      const { name, kinds } = await removeRule(tx, id)
      refuseHiddenKinds(context.me.permissions, kinds)
      const summary = `The alert rule "${name}" was removed.`
      await recordAudit(tx, { ...auditContext, action: 'alert_rule.removed', target: id, summary })
    })
    return removed
  }),

  channels: alertRoutes.channels.handler(async ({ context }) => ({ data: await channelsOf(context) })),
  addChannel: alertRoutes.addChannel.handler(async ({ context, input }) => ({
    data: await addOneChannel(context, input),
  })),
  changeChannel: alertRoutes.changeChannel.handler(async ({ context, input: { id, ...change } }) => ({
    data: await changeOneChannel(context, id, change),
  })),
  removeChannel: alertRoutes.removeChannel.handler(async ({ context, input: { id } }) => {
    await removeOneChannel(context, id)
    return removed
  }),
  renewSecret: alertRoutes.renewSecret.handler(async ({ context, input: { id } }) => ({
    data: await renewSigningSecret(context, id),
  })),
  testChannel: alertRoutes.testChannel.handler(async ({ context, input: { id } }) => {
    refuseInDemo(context)
    const { services, scope } = context
    const now = services.now()
    await countAgainst(services, [
      {
        key: `alert-test:${scope.organizationId}`,
        max: testsAnHour,
        windowSeconds: 3600,
        sentence: 'Too many tests. Try again after {time}.',
      },
    ])
    const delivery = await services.state.database.scoped(scope, async (tx) => {
      const { name } = await findChannel(tx, id)
      return addTest(tx, { channelId: id, title: `Test of "${name}"`, now })
    })
    await sendDelivery(services, scope, delivery)
    const viewer = { userId: null, hiddenKinds: [] }
    const { tries, events: _, ...data } = await findDelivery(services.state.database, scope, delivery, viewer)
    const last_attempt = tries.at(-1)
    if (!last_attempt) throw new KeptError('busy', 'Another process is sending the test. See the delivery log.')
    return { data: { ...data, last_attempt } }
  }),

  emailPreferences: personRoutes.alerts.emailPreferences.handler(async ({ context }) => ({
    data: await emailPreferencesOf(context),
  })),
  setEmailPreferences: personRoutes.alerts.setEmailPreferences.handler(async ({ context, input }) => ({
    data: await setEmailPreferences(context, input),
  })),

  deliveries: alertRoutes.deliveries.handler(async ({ context, input }) => {
    const { services, scope } = context
    const { deliveries, total } = await listDeliveries(services.state.database, scope, input, viewerOf(context))
    return { data: deliveries, meta: { page: input.page, page_size: input.page_size, total } }
  }),
  delivery: alertRoutes.delivery.handler(async ({ context, input: { id } }) => ({
    data: await oneDelivery(context, id),
  })),
  retryDelivery: alertRoutes.retryDelivery.handler(async ({ context, input: { id } }) => {
    refuseInDemo(context)
    const { services, scope } = context
    await sendAgain(services.state.database, scope, id, { now: services.now(), viewer: viewerOf(context) })
    await routeOrganization(services, scope)
    const { tries: _, events: _events, ...data } = await oneDelivery(context, id)
    return { data }
  }),
}

function viewerOf(context: SignedInContext): DeliveryViewer {
  return { userId: actingOf(context).userId, hiddenKinds: alertKindsHiddenFrom(context.me.permissions) }
}

async function oneDelivery(context: SignedInContext, id: string) {
  const { services, scope } = context
  const { events, ...delivery } = await findDelivery(services.state.database, scope, id, viewerOf(context))
  return { ...delivery, events: events.slice(0, maxShown) }
}
