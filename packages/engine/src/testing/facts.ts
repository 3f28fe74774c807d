/** Hand-made facts for tests: every field has a plain default, a test names only what it is about. */
import type {
  CommitmentUse,
  Facts,
  FactWindow,
  InventoryRow,
  MeterDay,
  OnDemandHour,
  ResourceMetric,
  ResourceUse,
  ResourceWeek,
  ServiceDay,
  TagUse,
} from '@kept/domain/facts.ts'
import type { RecommendationDraft } from '@kept/domain/recommendation.ts'
import { addDays, daysBetween } from '@kept/foundation/calendar/day.ts'
import type { Rule } from '../rules/define-rule.ts'
import { type EvaluationResult, runRules } from '../rules/run-rules.ts'

/** Thirty days, so that amounts of the window are amounts of a month. */
export const june: FactWindow = windowOf('2026-06-01', '2026-07-01')

export function windowOf(from: string, to: string): FactWindow {
  const days = daysBetween(from, to)
  return { from, to, days, daysWithCharges: days }
}

const location = {
  currency: 'USD',
  provider: 'AWS',
  billing_account_id: '111111111111',
  sub_account_id: '222222222222',
  sub_account_name: 'shop',
  service: 'Amazon Elastic Compute Cloud',
  service_category: 'Compute',
  service_subcategory: 'Virtual Machines',
  region: 'us-east-1',
}

export function use(overrides: Partial<ResourceUse>): ResourceUse {
  const effective = overrides.effective ?? '0'
  return {
    ...location,
    resource_id: 'r-1',
    resource_name: '',
    resource_type: '',
    tags: {},
    meter: '',
    description: '',
    sku_id: '',
    sku_price_id: '',
    instance_type: '',
    pricing_category: 'Standard',
    commitment_id: '',
    pricing_unit: 'Hrs',
    quantity: null,
    billed: effective,
    effective,
    contracted: effective,
    list: effective,
    first_day: june.from,
    last_day: addDays(june.to, -1),
    days: 30,
    hours: 720,
    ...overrides,
  }
}

export function commitment(overrides: Partial<CommitmentUse>): CommitmentUse {
  return {
    currency: 'USD',
    provider: 'AWS',
    billing_account_id: '111111111111',
    sub_account_id: '222222222222',
    sub_account_name: 'shop',
    service: 'Amazon Elastic Compute Cloud',
    region: 'us-east-1',
    commitment_id: 'ri-1',
    commitment_name: '',
    commitment_type: 'Reserved Instance',
    commitment_category: 'Usage',
    effective_used: '0',
    effective_unused: '0',
    billed_purchase: '0',
    contracted_covered: null,
    first_day: june.from,
    last_day: addDays(june.to, -1),
    ...overrides,
  }
}

export function week(overrides: Partial<ResourceWeek> & { hours: (number | null)[] }): ResourceWeek {
  return {
    ...location,
    resource_id: 'r-1',
    resource_name: '',
    resource_type: '',
    tags: {},
    effective: '0',
    days: 30,
    ...overrides,
  }
}

export function meterDay(overrides: Partial<MeterDay> & { day: string }): MeterDay {
  return {
    ...location,
    resource_id: 'r-1',
    resource_name: '',
    meter: '',
    description: '',
    pricing_unit: 'GB-Mo',
    quantity: null,
    effective: '0',
    ...overrides,
  }
}

export function serviceDay(overrides: Partial<ServiceDay> & { day: string; effective: string }): ServiceDay {
  const { currency, provider, billing_account_id, sub_account_id, sub_account_name, service } = location
  return {
    currency,
    provider,
    billing_account_id,
    sub_account_id,
    sub_account_name,
    service,
    billed: overrides.effective,
    ...overrides,
  }
}

export function tagUse(overrides: Partial<TagUse>): TagUse {
  const { currency, provider, billing_account_id, sub_account_id, sub_account_name } = location
  return {
    currency,
    provider,
    billing_account_id,
    sub_account_id,
    sub_account_name,
    effective: '0',
    effective_untagged: '0',
    resources: 0,
    resources_untagged: 0,
    examples: [],
    ...overrides,
  }
}

export function onDemandHour(overrides: Partial<OnDemandHour> & { at: string; contracted: string }): OnDemandHour {
  const { currency, provider, billing_account_id, service, region } = location
  return { currency, provider, billing_account_id, service, region, slot_hours: 1, ...overrides }
}

/** Thirty days of a metric, as calm as its mean unless said otherwise. */
export function measured(overrides: Partial<ResourceMetric> & { metric: string }): ResourceMetric {
  const level = overrides.p99 ?? overrides.max ?? overrides.avg ?? 0
  return {
    resource_id: 'r-1',
    unit: '',
    points: 720,
    seconds: 720 * 3600,
    days: 30,
    first_day: june.from,
    last_day: addDays(june.to, -1),
    avg: overrides.avg ?? level,
    p50: level,
    p95: level,
    p99: level,
    max: overrides.max ?? level,
    busiest_day: '2026-06-10',
    busiest_p95: level,
    month_end_p95: level,
    ...overrides,
  }
}

export function item(overrides: Partial<InventoryRow>): InventoryRow {
  return {
    provider: 'AWS',
    resource_id: 'r-1',
    name: '',
    type: '',
    size: '',
    state: '',
    state_since: '',
    state_seen_since: '',
    created_on: '',
    owner: '',
    tags: {},
    attributes: {},
    relations: [],
    related: [],
    sub_account_id: '',
    region: '',
    ...overrides,
  }
}

/** Facts of a bill that was asked for everything and has nothing but what is given. */
export function factsOf(facts: Partial<Facts>): Facts {
  return {
    resource_usage: [],
    commitment_usage: [],
    service_day: [],
    resource_week: [],
    meter_day: [],
    tag_usage: [],
    on_demand_hour: [],
    resource_metric: [],
    inventory: [],
    unit_price: [],
    ...facts,
  }
}

/** One rule alone over the given facts, through the laws. */
export function evaluateAlone(rule: Rule, facts: Partial<Facts>, window: FactWindow = june): EvaluationResult {
  return runRules([rule], { facts: factsOf(facts), window })
}

export function recommendationsOf(rule: Rule, facts: Partial<Facts>, window: FactWindow = june): RecommendationDraft[] {
  return evaluateAlone(rule, facts, window).recommendations
}

/** Each day of the window with what `amount` says for it. */
export function daily<Row>(window: FactWindow, row: (day: string, index: number) => Row): Row[] {
  return Array.from({ length: window.days }, (_, index) => row(addDays(window.from, index), index))
}
