/** What covers each FOCUS use case: a cost query or a named report. "$word" is a parameter for the caller. */

import type { CostQuestion, Filter, GroupKey } from '@kept/domain/cost-query.ts'
import type { Measure } from '@kept/domain/cube.ts'

export type UseCaseAnswer =
  | { n: number; source: 'cube'; question: CostQuestion }
  | { n: number; source: 'report'; id: string; parameters: Record<string, string> }

const is = (dimension: GroupKey, value: string): Filter => ({ dimension, op: 'is', values: [value] })
const filled = (dimension: GroupKey): Filter => ({ dimension, op: 'is_not', values: [''] })

function cube(n: number, measures: Measure[], group_by: GroupKey[], more: Partial<CostQuestion> = {}): UseCaseAnswer {
  return { n, source: 'cube', question: { measures, group_by, ...more } }
}

function report(n: number, id: string, parameters: Record<string, string> = {}): UseCaseAnswer {
  return { n, source: 'report', id, parameters }
}

const monthly = { grain: 'billing_month', window_on: 'billing_period' } as const
const ofPeriods = { window_on: 'billing_period' } as const

export const useCaseAnswers: readonly UseCaseAnswer[] = [
  report(1, 'account-entities'),
  cube(2, ['billed'], ['provider', 'publisher', 'invoice_issuer', 'invoice']),
  cube(3, ['billed'], ['provider', 'invoice'], { filters: [is('charge_category', 'Credit')] }),
  cube(4, ['billed'], ['invoice_issuer', 'invoice']),
  report(5, 'component-usage'),
  report(6, 'component-usage'),
  report(7, 'unit-economics', { description: 'transfer', unit: 'GB' }),
  report(8, 'pricing-currency-burn', { pricing_currency: '$pricing_currency' }),
  report(9, 'pricing-currency-targets', { pricing_currency: '$pricing_currency' }),
  report(10, 'pricing-currency-breakdown'),
  cube(11, ['pricing_quantity', 'billed'], ['provider', 'publisher', 'description', 'pricing_unit'], {
    filters: [is('charge_category', 'Purchase'), is('pricing_unit', '$pricing_unit')],
  }),
  report(12, 'contracted-savings'),
  report(13, 'tag-coverage', { tag: '$tag', provider: '$provider' }),
  report(14, 'sku-costs'),
  cube(15, ['billed'], ['provider', 'category', 'subcategory'], monthly),
  cube(
    16,
    ['billed', 'effective'],
    ['provider', 'billing_account', 'capacity_reservation', 'capacity_reservation_status'],
    {
      filters: [is('category', 'Compute')],
    },
  ),
  cube(
    17,
    ['billed', 'effective'],
    ['provider', 'billing_account', 'capacity_reservation', 'capacity_reservation_status'],
    {
      filters: [is('capacity_reservation_status', 'Unused')],
    },
  ),
  cube(18, ['billed'], ['provider', 'billing_account', 'category', 'sub_account'], {
    ...ofPeriods,
    filters: [is('charge_class', 'Correction')],
  }),
  cube(19, ['billed'], ['commitment', 'commitment_type', 'charge_frequency'], {
    ...monthly,
    filters: [is('charge_frequency', 'Recurring'), filled('commitment')],
  }),
  cube(20, ['billed', 'effective'], ['provider', 'sub_account', 'service'], {
    ...monthly,
    filters: [is('service', '$service')],
  }),
  cube(21, ['billed'], ['provider', 'billing_account', 'category', 'service'], {
    grain: 'billing_month',
    filters: [is('provider', '$provider')],
  }),
  cube(22, ['effective'], ['provider', 'region', 'service'], { grain: 'day' }),
  cube(23, ['effective'], ['provider', 'service', 'sub_account'], {
    ...ofPeriods,
    grain: 'day',
    filters: [is('sub_account', '$sub_account'), is('provider', '$provider')],
  }),
  cube(24, ['effective'], ['provider', 'service'], { grain: 'month' }),
  cube(25, ['effective'], ['service'], { grain: 'billing_month', filters: [is('tag:$tag', '$tag_value')] }),
  cube(26, ['effective'], ['resource', 'resource_type', 'description', 'sku'], {
    filters: [is('resource', '$resource')],
  }),
  cube(27, ['billed'], ['provider', 'category'], monthly),
  cube(28, ['billed'], ['provider', 'billing_account', 'charge_category', 'category', 'service'], {
    ...ofPeriods,
    filters: [is('charge_class', 'Correction')],
  }),
  cube(29, ['effective'], ['commitment_type', 'provider', 'service', 'sub_account'], {
    ...monthly,
    filters: [is('category', 'Compute')],
  }),
  report(30, 'commitment-purchases'),
  // The library's queries for 31 and 32 count purchases with their contracted and list cost and an effective cost of 0,
  // so their rates are too high on bills with commitments. These answers are measured over usage and unused
  // commitments.
  cube(31, ['contracted', 'effective', 'commitment_savings_rate'], ['provider', 'service']),
  report(32, 'effective-savings-rate'),
  report(33, 'sku-costs'),
  report(34, 'marketplace-vendors'),
  report(35, 'compute-resources', { sub_account: '$sub_account' }),
  cube(36, ['effective'], ['provider', 'region', 'zone'], {
    grain: 'billing_month',
    filters: [is('sub_account', '$sub_account')],
  }),
  cube(37, ['effective'], ['provider', 'sub_account', 'region', 'service'], { grain: 'day' }),
  cube(38, ['effective'], ['provider', 'sub_account', 'region'], { grain: 'day' }),
  cube(39, ['effective'], ['provider', 'sub_account'], { grain: 'day' }),
  cube(40, ['billed'], ['provider', 'tag:$tag'], monthly),
  cube(41, ['billed'], ['provider'], monthly),
  cube(42, ['lines'], ['provider', 'sub_account', 'region']),
  cube(43, ['effective', 'pricing_quantity'], ['provider', 'category', 'service', 'region', 'pricing_unit'], monthly),
  cube(44, ['billed'], ['provider', 'category', 'service'], monthly),
  cube(45, ['effective'], ['provider', 'category', 'service', 'charge_category'], monthly),
  report(46, 'discount-check'),
  cube(47, ['billed'], ['provider', 'billing_account', 'service'], ofPeriods),
  cube(48, ['billed'], ['provider', 'billing_account'], ofPeriods),
  cube(49, ['quantity'], ['provider', 'service', 'resource', 'sku', 'unit'], {
    grain: 'month',
    filters: [is('charge_category', 'Usage')],
  }),
  cube(50, ['effective'], ['sub_account', 'service'], { grain: 'day', filters: [is('sub_account', '$sub_account')] }),
  report(51, 'unused-commitments'),
  cube(52, ['billed'], ['tag:$tag', 'provider', 'billing_account'], ofPeriods),
  cube(53, ['billed'], ['provider', 'sub_account'], {
    filters: [is('charge_category', 'Usage'), is('provider', '$provider'), is('sub_account', '$sub_account')],
  }),
]
