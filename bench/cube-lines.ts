/** Lines of a believable estate, made by the engine itself: hours of 2,315 machines and days of 55,556 other resources. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'

/** A part of a larger estate: its resources, and the first of its three months. */
interface Estate {
  /** Other numbers are other resources and other billing accounts. */
  number: number
  /** First of a month, "2026-02-01". */
  firstDay: string
}

const firstEstate: Estate = { number: 0, firstDay: '2026-02-01' }

/** Written as the current loads of three months and three billing accounts; returns their ids. */
export async function generateCostLines(
  warehouse: Warehouse,
  scope: Scope,
  lines: number,
  estate = firstEstate,
): Promise<string[]> {
  const prefix = `bench${estate.number || ''}/`
  await warehouse.execute(
    scope,
    `INSERT INTO cost_line (${columns}) ${select}`,
    { rows: lines, half: Math.floor(lines / 2), first_day: estate.firstDay, estate: estate.number, prefix },
    {
      settings: {
        max_partitions_per_insert_block: '1000',
        min_insert_block_size_rows: '100000',
        max_block_size: '65536',
      },
    },
  )
  const loads = await warehouse.query<{ load_id: string }>(
    scope,
    `SELECT DISTINCT load_id FROM cost_line
     WHERE organization_id = {organization_id:UUID} AND startsWith(load_id, {prefix:String})
       AND billing_period >= {first_day:Date} AND billing_period < addMonths({first_day:Date}, 3) ORDER BY load_id`,
    { prefix, first_day: estate.firstDay },
  )
  return loads.map(({ load_id }) => load_id)
}

const columns = `organization_id, load_id, billing_period, charge_date, BilledCost, EffectiveCost, ContractedCost, ListCost, BillingAccountId, BillingAccountName, BillingCurrency, BillingPeriodStart, BillingPeriodEnd, ChargePeriodStart, ChargePeriodEnd, ChargeCategory, ChargeDescription, ChargeFrequency, CommitmentDiscountId, CommitmentDiscountName, CommitmentDiscountType, CommitmentDiscountStatus, CommitmentDiscountCategory, ConsumedQuantity, ConsumedUnit, InvoiceId, InvoiceIssuerName, PricingCategory, PricingCurrency, PricingQuantity, PricingUnit, PublisherName, RegionId, RegionName, AvailabilityZone, ResourceId, ResourceName, ResourceType, ServiceCategory, ServiceSubcategory, ServiceName, ServiceProviderName, ProviderName, SkuId, SkuMeter, SkuPriceId, SkuPriceDetails, SubAccountId, SubAccountName, Tags`

const select = `WITH
 number < {half:UInt64} AS hourly,
 if(hourly, number % 2315, 10000 + number % 55556) AS r,
 if(hourly, intDiv(number, 2315), intDiv(number - {half:UInt64}, 55556) * 24) AS hour,
 toDateTime({first_day:Date},'UTC') + toIntervalHour(hour) AS at,
 if({estate:UInt32} = 0, cityHash64(r), cityHash64(r, {estate:UInt32})) AS h,
 h % 60 AS account,
 account % 3 AS cloud,
 (intDiv(h, 64) % 12) AS svc,
 cloud * 15 + svc AS service,
 svc % 4 = 0 AS compute,
 cloud * 6 + (account * 7 + intDiv(h, 1024) % 2) % 6 AS region,
 intDiv(h, 4096) % 2 AS kind,
 toDecimal64((10 + h % 90 + cityHash64(number) % 7) / 1000, 6) AS cost,
 (compute AND intDiv(h, 8192) % 3 = 0) AS committed
SELECT {organization_id:UUID}, concat({prefix:String}, toString(toStartOfMonth(at)), '/', toString(cloud)), toStartOfMonth(at), toDate(at),
 if(committed, 0, cost), cost * toDecimal32(0.9,1), cost, cost * toDecimal32(1.1,1),
 ['111111111111','billing/8611537','01ABCD-EF'][cloud + 1], ['Payer One','MCA','GCP Billing'][cloud + 1], if(account = 59, 'EUR', 'USD'), toStartOfMonth(at), addMonths(toStartOfMonth(at),1), at, at + if(hourly, 3600, 86400),
 'Usage', concat('$0.0', toString(h % 97), ' per hour of thing ', toString(h % 5000)), 'Usage-Based',
 if(committed, concat('arn:aws:savingsplans::sp/', toString(account), '/', toString(h % 3)), ''), if(committed, 'Compute SP', ''), if(committed, 'Savings Plan', ''), if(committed, 'Used', ''), if(committed, 'Spend', ''),
 cost * 10, ['Hours','GB','Requests','GB-Months'][(svc + kind) % 4 + 1], concat('INV-', toString(toYYYYMM(at)), '-', toString(cloud)), ['AWS Inc','Microsoft','Google'][cloud+1], if(committed, 'Committed', 'Standard'), 'USD', cost * 10, ['Hours','GB','Requests','GB-Months'][(svc + kind) % 4 + 1], ['AWS Inc','Microsoft','Google'][cloud+1],
 concat('region-', toString(region)), concat('Region Number ', toString(region)), if(compute, concat('region-', toString(region), ['a','b','c'][intDiv(h, 32768) % 3 + 1]), ''),
 concat('arn:aws:ec2:region-', toString(region), ':', toString(account), ':instance/i-', lower(hex(h))), concat('name-', toString(r)), concat('Type ', toString(service)),
 ['Compute','Storage','Databases','Networking'][svc % 4 + 1], concat('Sub ', toString(svc)), concat('Amazon Service ', toString(service)), ['AWS','Microsoft','Google Cloud'][cloud+1], ['AWS','Microsoft','Google Cloud'][cloud+1],
 concat('SKU', toString(service), '.', toString(h % 70)), concat('Meter ', toString(service), '.', toString(kind)), concat('SKU', toString(service), '.', toString(h % 70), '.P', toString(h%2)), if(compute, '{"InstanceType":"m6i.large","InstanceSeries":"M6i","CoreCount":2}', ''),
 concat('acct-', toString(account)), concat('Account ', toString(account)),
 map('env', ['prod','staging','dev'][h % 3 + 1], 'team', concat('team-', toString(h % 20)), 'app', concat('app-', toString(intDiv(h,20) % 100)))
FROM numbers({rows:UInt64})`
