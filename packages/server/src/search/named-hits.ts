/** Search results with a name: budgets, anomalies, loops, environments, rules, users. */
import type { ScopePart } from '@kept/domain/anomaly.ts'
import { loopTypeLabels } from '@kept/domain/loop-types.ts'
import type { Found } from '@kept/domain/search.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import type { FoundPerson } from '@kept/store/people/list-people.ts'
import type { FoundNamed, NamedKind } from '@kept/store/search/find-named.ts'
import type { FoundRecommendation } from '@kept/store/search/find-recommendations.ts'
import { addressOf, foundIn, joinDetails } from './hit.ts'

export function foundRecommendation(text: string, recommendation: FoundRecommendation): Found[] {
  const { id, rule, title, status, resource_id, resource_name, monthly_savings } = recommendation
  const resource = resource_name || resource_id
  return foundIn(
    text,
    [
      ['Title', title],
      ['Resource', resource],
      ['Resource', resource_id],
      ['Rule', rule],
    ],
    {
      kind: 'recommendation',
      title,
      detail: resource,
      href: addressOf('/savings', { recommendation: id, status: status === 'open' ? '' : status }),
      weight: Number(monthly_savings ?? 0),
    },
  )
}

type Found1<Kind extends NamedKind> = FoundNamed[Kind][number]

function foundBudget(text: string, { id, name, owner, period, amount, currency }: Found1<'budgets'>): Found[] {
  const fields = [['Name', name] as const, ['Owner', owner] as const]
  const detail = joinDetails(formatMoney(amount, currency), period.replace('_', ' '), owner)
  return foundIn(text, fields, {
    ...{ kind: 'budget', title: name, detail, href: addressOf('/budgets', { budget: id }) },
    weight: Number(amount),
  })
}

function nameOf({ dimension, value, name }: ScopePart): string {
  return dimension.startsWith('tag:') ? `${dimension.slice(4)}: ${name || value}` : name || value
}

function foundAnomaly(text: string, { id, scope, severity, first_day, last_day }: Found1<'anomalies'>): Found[] {
  const lastScope = scope.at(-1)
  const days = first_day === last_day ? first_day : `${first_day} to ${last_day}`
  return foundIn(
    text,
    scope.toReversed().flatMap((part) => [['Place', nameOf(part)] as const, ['Id', part.value] as const]),
    {
      kind: 'anomaly',
      title: lastScope ? nameOf(lastScope) : 'The whole organization',
      detail: joinDetails('Anomaly', severity, days),
      href: addressOf('/anomalies', { open: id }),
      weight: Date.parse(last_day),
    },
  )
}

function foundLoop(text: string, loop: Found1<'loops'>): Found[] {
  const { label } = loopTypeLabels[loop.loop_type]
  const resource = loop.resource_name || loop.resource_id
  return foundIn(
    text,
    [
      ['Resource', resource],
      ['Resource', loop.resource_id],
      ['Type', label],
    ],
    {
      kind: 'loop',
      title: resource,
      detail: joinDetails(label, loop.status, utcDay(loop.detected_at)),
      href: addressOf('/loops', { loop: loop.id }),
      weight: loop.detected_at.getTime(),
    },
  )
}

function foundEnvironment(text: string, environment: Found1<'environments'>): Found[] {
  const { environment_id: id, name, project, team, status, wasted_cost } = environment
  return foundIn(
    text,
    [
      ['Name', name || id],
      ['Id', id],
      ['Project', project],
    ],
    {
      kind: 'environment',
      title: name || id,
      detail: joinDetails('Environment', project, team, status),
      href: addressOf('/behavior', { tab: 'environments', environment: id }),
      weight: Number(wasted_cost ?? 0),
    },
  )
}

function foundTeam(text: string, { team, environments }: Found1<'teams'>): Found[] {
  return foundIn(text, [['Name', team]], {
    ...{ kind: 'team', title: team, detail: `Team · ${environments} environments` },
    ...{ href: addressOf('/behavior', { tab: 'environments', team }), weight: Number(environments) },
  })
}

function foundAlertRule(text: string, { id, name, enabled, created_at }: Found1<'alertRules'>): Found[] {
  const detail = joinDetails('Alert rule', enabled ? '' : 'turned off')
  return foundIn(text, [['Name', name]], {
    ...{
      kind: 'alert_rule',
      title: name,
      detail,
      href: addressOf('/alerts', { rule: id }),
      weight: created_at.getTime(),
    },
  })
}

function foundChannel(text: string, { id, name, channel, enabled, created_at }: Found1<'channels'>): Found[] {
  const detail = joinDetails('Channel', channel, enabled ? '' : 'turned off')
  return foundIn(text, [['Name', name] as const, ['Kind', channel] as const], {
    ...{
      kind: 'channel',
      title: name,
      detail,
      href: addressOf('/alerts', { tab: 'channels', channel: id }),
      weight: created_at.getTime(),
    },
  })
}

export function foundNamed(text: string, rows: FoundNamed): Found[] {
  return [
    ...rows.budgets.flatMap((budget) => foundBudget(text, budget)),
    ...rows.anomalies.flatMap((anomaly) => foundAnomaly(text, anomaly)),
    ...rows.loops.flatMap((loop) => foundLoop(text, loop)),
    ...rows.environments.flatMap((environment) => foundEnvironment(text, environment)),
    ...rows.teams.flatMap((team) => foundTeam(text, team)),
    ...rows.alertRules.flatMap((alertRule) => foundAlertRule(text, alertRule)),
    ...rows.channels.flatMap((channel) => foundChannel(text, channel)),
  ]
}

export function foundReport(
  text: string,
  { id, title, description }: { id: string; title: string; description: string },
): Found[] {
  const href = addressOf('/reports', { report: id })
  return foundIn(text, [['Title', title]], { kind: 'report', title, detail: description, href, weight: 0 })
}

export function foundPerson(text: string, { id, full_name, email, role, status }: FoundPerson): Found[] {
  return foundIn(text, [['Name', full_name] as const, ['Email', email] as const], {
    kind: 'person',
    title: full_name || email,
    detail: joinDetails(full_name ? email : '', role.replace('_', ' '), status === 'active' ? '' : status),
    href: addressOf('/admin/users', { person: id }),
    weight: 0,
  })
}
