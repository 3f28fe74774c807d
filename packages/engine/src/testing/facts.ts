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
import type { FindingDraft } from '@kept/domain/finding.ts'
import type { Rule } from '../rules/define-rule.ts'
import { addDays, daysBetween } from '../rules/reading/days.ts'
import { runRules, type Verdict } from '../rules/run-rules.ts'

/** Thirty days, so that amounts of the window are amounts of a month. */
export const june: FactWindow = windowOf('2026-06-01', '2026-07-01')

export function windowOf(from: string, to: string): FactWindow {
  const days = daysBetween(from, to)
  return { from, to, days, daysWithCharges: days }
}

const place = {
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

export function use(own: Partial<ResourceUse>): ResourceUse {
  const effective = own.effective ?? '0'
  return {
    ...place,
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
    ...own,
  }
}

export function commitment(own: Partial<CommitmentUse>): CommitmentUse {
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
    ...own,
  }
}

export function week(own: Partial<ResourceWeek> & { hours: (number | null)[] }): ResourceWeek {
  return {
    ...place,
    resource_id: 'r-1',
    resource_name: '',
    resource_type: '',
    tags: {},
    effective: '0',
    days: 30,
    ...own,
  }
}

export function meterDay(own: Partial<MeterDay> & { day: string }): MeterDay {
  return {
    ...place,
    resource_id: 'r-1',
    resource_name: '',
    meter: '',
    description: '',
    pricing_unit: 'GB-Mo',
    quantity: null,
    effective: '0',
    ...own,
  }
}

export function serviceDay(own: Partial<ServiceDay> & { day: string; effective: string }): ServiceDay {
  const { currency, provider, billing_account_id, sub_account_id, sub_account_name, service } = place
  return {
    currency,
    provider,
    billing_account_id,
    sub_account_id,
    sub_account_name,
    service,
    billed: own.effective,
    ...own,
  }
}

export function tagUse(own: Partial<TagUse>): TagUse {
  const { currency, provider, billing_account_id, sub_account_id, sub_account_name } = place
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
    ...own,
  }
}

export function onDemandHour(own: Partial<OnDemandHour> & { at: string; contracted: string }): OnDemandHour {
  const { currency, provider, billing_account_id, service, region } = place
  return { currency, provider, billing_account_id, service, region, slot_hours: 1, ...own }
}

/** Thirty days of a metric, as calm as its mean unless said otherwise. */
export function measured(own: Partial<ResourceMetric> & { metric: string }): ResourceMetric {
  const level = own.p99 ?? own.most ?? own.avg ?? 0
  return {
    resource_id: 'r-1',
    unit: '',
    points: 720,
    seconds: 720 * 3600,
    days: 30,
    first_day: june.from,
    last_day: addDays(june.to, -1),
    avg: own.avg ?? level,
    p50: level,
    p95: level,
    p99: level,
    most: own.most ?? level,
    busiest_day: '2026-06-10',
    busiest_p95: level,
    month_end_p95: level,
    ...own,
  }
}

export function item(own: Partial<InventoryRow>): InventoryRow {
  return {
    provider: 'AWS',
    resource_id: 'r-1',
    name: '',
    type: '',
    size: '',
    state: '',
    state_since: '',
    created_on: '',
    owner: '',
    tags: {},
    attributes: {},
    relations: [],
    related: [],
    ...own,
  }
}

/** Facts of a bill that was asked for everything and has nothing but what is given. */
export function factsOf(own: Partial<Facts>): Facts {
  return {
    resource_use: [],
    commitment_use: [],
    service_day: [],
    resource_week: [],
    meter_day: [],
    tag_use: [],
    on_demand_hour: [],
    resource_metric: [],
    inventory: [],
    unit_price: [],
    ...own,
  }
}

/** One rule alone over the given facts, through the laws. */
export function judgeAlone(rule: Rule, own: Partial<Facts>, window: FactWindow = june): Verdict {
  return runRules([rule], { facts: factsOf(own), window })
}

export function findingsOf(rule: Rule, own: Partial<Facts>, window: FactWindow = june): FindingDraft[] {
  return judgeAlone(rule, own, window).findings
}

/** Each day of the window with what `amount` says for it. */
export function daily<Row>(window: FactWindow, row: (day: string, index: number) => Row): Row[] {
  return Array.from({ length: window.days }, (_, index) => row(addDays(window.from, index), index))
}
